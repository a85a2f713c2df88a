import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Changeable, changed, compared, inShort } from '../documents-for-tests.ts'

it.each(['json', 'yaml'])('finds nothing in our own document, as %s', (format) => {
  const text = readFileSync(new URL(`../../../../spec/openapi.${format}`, import.meta.url), 'utf8')
  expect(compared(text)).toEqual({ findings: [], leftOut: [], isCut: false })
})

const poll = (paths: Changeable) => paths['/videos/{id}'].get
const submit = (paths: Changeable) => paths['/videos'].post
const inQuery = { type: 'apiKey', in: 'query', name: 'key' }
const month = { name: 'month', in: 'query', required: true }
const date = { type: 'string', format: 'http-date' }

it.each<[found: string, change: (document: Changeable) => unknown]>([
  [
    'done, not said | endpoint | GET /capacity | readings.capacity-answers | nothing',
    ({ paths }) => delete paths['/capacity'],
  ],
  [
    'contradicts | method | GET /usage | readings.usage-answers | POST',
    ({ paths }) => Object.assign(paths, { '/usage': { post: paths['/usage'].get } }),
  ],
  [
    'contradicts | status | POST /videos | submission.accepted-with-202 | 201',
    ({ paths }) => Object.assign(submit(paths).responses, { 201: {} }),
  ],
  [
    'contradicts | base path | paths.version-present | /v2',
    ({ servers }) => Object.assign(servers[0], { url: '{origin}/v2' }),
  ],
  ['done, not said | base path | paths.version-present | no path', (document) => delete document.servers],
  [
    'contradicts | security | GET /usage | auth.header-required | no key',
    ({ paths }) => Object.assign(paths['/usage'].get, { security: [] }),
  ],
  ['contradicts | security | auth.header-required | an optional key', ({ security }) => security.push({})],
  [
    'contradicts | security | auth.only-the-header-counts | the key as key in the query',
    ({ components: { securitySchemes } }) => Object.assign(securitySchemes, { key: inQuery }),
  ],
  [
    'contradicts | parameter | GET /usage | readings.usage-answers | month in the query',
    ({ paths }) => Object.assign(paths['/usage'].get, { parameters: [month] }),
  ],
  [
    'done, not said | status | GET /videos/{id} | accounts.unknown-id | nothing',
    ({ paths }) => ['404', '4XX'].map((status) => delete poll(paths).responses[status]),
  ],
  [
    'done, not said | header | POST /videos | Retry-After | nothing',
    ({ components }) => delete components.responses.NoCapacity.headers,
  ],
  [
    'contradicts | type | POST /videos | Retry-After | a date',
    ({ components }) => Object.assign(components.headers['Retry-After'], { schema: date }),
  ],
  [
    'done, not said | required | GET /videos/{id} | /url | may be missing',
    ({ components: { schemas } }) => Object.assign(schemas.SucceededJob, { required: ['id', 'status'] }),
  ],
  [
    'done, not said | field | GET /videos/{id} | /error/code | nothing',
    ({ components }) => delete components.schemas.FailedJob.properties.error.properties.code,
  ],
  [
    'contradicts | type | GET /videos/{id} | /id | list',
    ({ components }) => Object.assign(components.schemas, { JobId: { type: 'array' } }),
  ],
  [
    'contradicts | words | GET /videos/{id} | /stage | enhancing, generating, polishing',
    ({ components }) => components.schemas.RunningJob.properties.stage.enum.push('polishing'),
  ],
  [
    'contradicts | words | GET /videos/{id} | /status | queued, running, succeeded',
    ({ components }) => components.schemas.VideoJob.oneOf.pop(),
  ],
  [
    'done, not said | body | POST /videos | submission.answer-carries-the-id | no body in JSON',
    ({ paths }) => delete submit(paths).responses['202'].content,
  ],
])('finds: %s', (found, change) => {
  const { findings } = compared(changed(change))
  expect(findings.map(inShort).join('; ')).toBe(found)
})
