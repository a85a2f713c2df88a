import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Changeable, changed, compared } from '../documents-for-tests.ts'
import type { DocumentFinding } from '../finding.ts'

type Some = Partial<DocumentFinding>

describe('the document of the law', () => {
  it.each(['json', 'yaml'])('is not held against itself, as %s', (format) => {
    const text = readFileSync(new URL(`../../../spec/openapi.${format}`, import.meta.url), 'utf8')
    expect(compared(text)).toEqual({ findings: [], leftOut: [], isCut: false })
  })

  const MUTATIONS: Record<string, [(document: Changeable) => void, Some]> = {
    'an endpoint is missing': [
      ({ paths }) => delete paths['/capacity'],
      { kind: 'done, not said', about: 'endpoint', endpoint: 'GET /capacity' },
    ],
    'an endpoint has another method': [
      ({ paths }) => {
        paths['/usage'] = { post: paths['/usage'].get }
      },
      { kind: 'contradicts', about: 'method', endpoint: 'GET /usage', received: 'POST' },
    ],
    'a submission succeeds with 200': [
      ({ paths }) => {
        const { responses } = paths['/videos'].post
        responses['200'] = responses['202']
        delete responses['202']
      },
      { kind: 'contradicts', about: 'status', endpoint: 'POST /videos', received: '200' },
    ],
    'a submission may succeed with 201, too': [
      ({ paths }) => {
        paths['/videos'].post.responses['201'] = { description: '' }
      },
      { kind: 'contradicts', about: 'status', endpoint: 'POST /videos', received: '201' },
    ],
    'a reading succeeds with 203': [
      ({ paths }) => {
        const { responses } = paths['/models'].get
        paths['/models'].get.responses = { 203: responses['200'], 401: responses['401'] }
      },
      { kind: 'contradicts', about: 'status', endpoint: 'GET /models', received: '203', level: 'should' },
    ],
    'another version': [
      ({ servers }) => {
        servers[0].url = '{origin}/v2'
      },
      { kind: 'contradicts', about: 'base path', received: '/v2', clause: 'paths.version-present' },
    ],
    'the version twice': [
      (document) => {
        const paths = Object.entries(document.paths).map(([path, item]) => [`/v1${path}`, item])
        document.paths = Object.fromEntries(paths)
      },
      { kind: 'contradicts', about: 'base path', received: '/v1/v1', clause: 'paths.version-once' },
    ],
    'no server': [(document) => delete document.servers, { kind: 'done, not said', about: 'base path' }],
    'no security': [(document) => delete document.security, { kind: 'done, not said', about: 'security' }],
    'no key at one endpoint': [
      ({ paths }) => {
        paths['/usage'].get.security = []
      },
      { kind: 'contradicts', about: 'security', endpoint: 'GET /usage', received: 'no key' },
    ],
    'a key that may be left out': [
      ({ security }) => security.push({}),
      { kind: 'contradicts', about: 'security', clause: 'auth.header-required' },
    ],
    'a key in the query': [
      ({ components }) => {
        components.securitySchemes.key = { type: 'apiKey', in: 'query', name: 'key' }
      },
      { kind: 'contradicts', about: 'security', clause: 'auth.only-the-header-counts' },
    ],
    'another scheme at one endpoint': [
      ({ paths, components }) => {
        components.securitySchemes.other = { type: 'http', scheme: 'basic' }
        paths['/usage'].get.security = [{ other: [] }]
      },
      { kind: 'contradicts', about: 'security', endpoint: 'GET /usage', received: 'the scheme basic' },
    ],
    'a parameter that has to be sent': [
      ({ paths }) => {
        paths['/usage'].get.parameters = [{ name: 'month', in: 'query', required: true }]
      },
      { kind: 'contradicts', about: 'parameter', endpoint: 'GET /usage', received: 'month in the query' },
    ],
    'no 401': [
      ({ paths }) => {
        delete paths['/models'].get.responses['401']
        delete paths['/models'].get.responses['4XX']
      },
      { kind: 'done, not said', about: 'status', endpoint: 'GET /models', status: '401' },
    ],
    'no 404': [
      ({ paths }) => {
        delete paths['/videos/{id}'].get.responses['404']
        delete paths['/videos/{id}'].get.responses['4XX']
      },
      { kind: 'done, not said', about: 'status', endpoint: 'GET /videos/{id}', status: '404' },
    ],
    'no 429': [
      ({ paths }) => {
        delete paths['/videos'].post.responses['429']
        delete paths['/videos'].post.responses['4XX']
      },
      { kind: 'done, not said', about: 'status', endpoint: 'POST /videos', status: '429' },
    ],
    'no Retry-After': [
      ({ components }) => delete components.responses.NoCapacity.headers,
      { kind: 'done, not said', about: 'header', endpoint: 'POST /videos', header: 'Retry-After' },
    ],
    'Retry-After as a date': [
      ({ components }) => {
        components.headers['Retry-After'].schema = { type: 'string', format: 'http-date' }
      },
      { kind: 'contradicts', about: 'type', header: 'Retry-After', received: 'a date' },
    ],
    'a url that need not be there': [
      ({ components }) => {
        components.schemas.SucceededJob.required = ['id', 'status']
      },
      { kind: 'done, not said', about: 'required', pointer: '/url', states: ['succeeded'] },
    ],
    'an error without a code': [
      ({ components }) => {
        components.schemas.FailedJob.properties.error.properties = { message: { type: 'string' } }
      },
      { kind: 'done, not said', about: 'field', pointer: '/error/code', states: ['failed'] },
    ],
    'an id that is a list': [
      ({ components }) => {
        components.schemas.JobId = { type: 'array' }
      },
      { kind: 'contradicts', about: 'type', pointer: '/id', states: ['queued', 'running', 'succeeded', 'failed'] },
    ],
    'one more stage': [
      ({ components }) => components.schemas.RunningJob.properties.stage.enum.push('polishing'),
      { kind: 'contradicts', about: 'words', pointer: '/stage' },
    ],
    'any stage': [
      ({ components }) => delete components.schemas.RunningJob.properties.stage.enum,
      { kind: 'done, not said', about: 'words', pointer: '/stage' },
    ],
    'one status less': [
      ({ components }) => components.schemas.VideoJob.oneOf.pop(),
      { kind: 'contradicts', about: 'words', pointer: '/status', received: 'queued, running, succeeded' },
    ],
    'a job that is a list': [
      ({ components }) => {
        components.schemas.VideoJob = { type: 'array', items: {} }
      },
      { kind: 'contradicts', about: 'type', pointer: '', received: 'list' },
    ],
    'an answer to a submission without a body': [
      ({ paths }) => delete paths['/videos'].post.responses['202'].content,
      { kind: 'done, not said', about: 'body', endpoint: 'POST /videos', clause: 'submission.answer-carries-the-id' },
    ],
    'a submission without a body': [
      ({ paths }) => delete paths['/videos'].post.requestBody,
      { kind: 'done, not said', about: 'body', part: 'request' },
    ],
  }

  it.each(Object.entries(MUTATIONS))('says so when it says: %s', (_, [change, expected]) => {
    const { findings } = compared(changed(change))
    expect(findings).toMatchObject([{ side: 'law', ...expected }])
    expect(findings[0]!.what).toMatch(/^(By the|The) document .*\.$/)
  })
})
