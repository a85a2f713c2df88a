import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../endpoints.ts'
import { answerFits, type GivenAnswer } from './answer-fits.ts'

const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'] as const

function answer(given: Partial<Omit<GivenAnswer, 'json'>> & { value?: unknown }) {
  const { value, ...rest } = given
  const body = rest.body ?? (value === undefined ? '' : JSON.stringify(value))
  const json = value === undefined ? undefined : { value }
  return answerFits({ method: 'GET', path: '/models', status: 200, headers: [JSON_TYPE], ...rest, body, json })
}

const reads = ENDPOINTS.filter(({ method, path }) => method === 'GET' && !path.includes('{')).map(({ path }) => path)

describe('a response fits the document', () => {
  it.each(reads)('%s with any 2xx and any JSON media type', (path) => {
    const headers = [['Content-Type', 'application/vnd.films+json']] as const
    expect(answer({ path, status: 203, value: {}, headers })).toEqual({ ok: true })
  })

  it.each(ENDPOINTS.map(({ method, path }) => [method, path.replace('{id}', 'b7%2F1')]))(
    '%s %s refused with any 4xx and any body',
    (method, path) => {
      for (const status of [400, 401, 402, 403, 404, 409, 418, 422]) {
        expect(answer({ method, path, status, value: ['no'] })).toEqual({ ok: true })
        expect(answer({ method, path, status, body: '<p>no', headers: [['content-type', 'text/html']] })).toEqual({
          ok: true,
        })
        expect(answer({ method, path, status, headers: [] })).toEqual({ ok: true })
      }
    },
  )

  it.each(['0', '5', '2.5', ' 7 '])('a submission refused for lack of capacity, with Retry-After %j', (seconds) => {
    const headers = [JSON_TYPE, ['retry-after', seconds]] as const
    expect(answer({ method: 'POST', path: '/videos', status: 429, value: 'full', headers })).toEqual({ ok: true })
  })
})

describe('a response does not fit the document', () => {
  it.each(reads)('%s, without JSON', (path) => {
    expect(answer({ path, body: 'ok', headers: [['content-type', 'application/json']] })).toMatchObject({ ok: false })
    expect(answer({ path, body: '<p>', headers: [['content-type', 'text/html']] })).toMatchObject({ ok: false })
    expect(answer({ path, headers: [] })).toMatchObject({ ok: false })
  })

  it.each([200, 201, 204, 303, 500])('a submission that returns %i', (status) => {
    expect(answer({ method: 'POST', path: '/videos', status, value: { id: 'x' } })).toMatchObject({ ok: false })
  })

  it.each([[{}], [[]], [''], [null], [true]])('a submission accepted with %j, which has no id', (value) => {
    expect(answer({ method: 'POST', path: '/videos', status: 202, value })).toMatchObject({ ok: false })
  })

  it.each([[[]], ['soon'], ['-1'], ['Sat, 21 Nov 2026 12:00:00 GMT']])(
    'a 429 to a submission with Retry-After %j',
    (wait) => {
      const headers = [JSON_TYPE, ...(typeof wait === 'string' ? [['Retry-After', wait] as const] : [])]
      const finding = answer({ method: 'POST', path: '/videos', status: 429, value: {}, headers })
      expect(finding).toMatchObject({ ok: false, errors: [expect.stringContaining('Retry-After')] })
    },
  )

  it('a poll that returns an array', () => {
    expect(answer({ path: '/videos/1', value: [{ id: '1', status: 'queued' }] })).toMatchObject({ ok: false })
  })
})
