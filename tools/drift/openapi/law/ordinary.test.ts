import { expect, it } from 'vitest'
import { type Changeable, inShort, ofOrdinary } from '../documents-for-tests.ts'

const PLAIN = [
  'done, not said | required | GET /videos/{id} | /error | may be missing',
  'done, not said | required | GET /videos/{id} | /stage | may be missing',
  'done, not said | required | GET /videos/{id} | /url | may be missing',
]

it('finds omissions of a typical document', () => {
  expect(ofOrdinary(() => {}).map(inShort)).toEqual(PLAIN)
})

type Change = (fields: Changeable, schema: Changeable) => unknown

it.each<[found: string, change: Change]>([
  [
    'contradicts | accepted | POST /videos | /duration | refused (maximum: 30)',
    ({ duration }) => Object.assign(duration, { maximum: 30 }),
  ],
  [
    'contradicts | accepted | POST /videos | /duration | refused (type: integer)',
    ({ duration }) => Object.assign(duration, { type: 'integer' }),
  ],
  ['done, not said | refused | POST /videos | /fps | accepted', ({ fps }) => delete fps.maximum],
  [
    'contradicts | accepted | POST /videos | /resolution | refused (enum: "480p", "720p", "1080p")',
    ({ resolution }) => resolution.enum.splice(3),
  ],
  [
    'contradicts | accepted | POST /videos | /ratio | refused (pattern: ^(16:9|9:16|1:1)$)',
    ({ ratio }) => Object.assign(ratio, { pattern: '^(16:9|9:16|1:1)$' }),
  ],
  ['done, not said | field | POST /videos | /bit_depth | nothing', (fields) => delete fields.bit_depth],
  [
    'done, not said | refused | POST /videos | submission.model-required | accepted',
    (_, schema) => delete schema.required,
  ],
  [
    'done, not said | refused | POST /videos | submission.prompt-or-image-required | accepted',
    (_, schema) => delete schema.anyOf,
  ],
  ['contradicts | accepted | POST /videos | /title | refused (required)', (_, schema) => schema.required.push('title')],
])('finds: %s', (found, change) => {
  const findings = ofOrdinary(({ components: { schemas } }) => change(schemas.Order.properties, schemas.Order))
  const about = findings.filter(({ part }) => part === 'request')
  expect([...new Set(about.map(inShort))].join('; ')).toBe(found)
})

it('reads paths that include the version, and any parameter name', () => {
  const findings = ofOrdinary((document) => {
    const paths = Object.entries(document.paths).map(([path, item]) => [`/v1${path.replace('jobId', 'any')}/`, item])
    Object.assign(document, { servers: [{ url: '/api' }], paths: Object.fromEntries(paths) })
  })
  expect(findings.map(inShort)).toEqual(PLAIN)
})

it('gives findings unique ids and an order that do not depend on the order of paths', () => {
  const change = (document: Changeable) => {
    delete document.security
    delete document.paths['/usage']
  }
  const findings = ofOrdinary(change)
  expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
  const reversed = ofOrdinary((document) => {
    document.paths = Object.fromEntries(Object.entries(document.paths).reverse())
    change(document)
  })
  expect(reversed).toEqual(findings)
})
