import { describe, expect, it } from 'vitest'
import { classifyFailure } from './failures.ts'

const coded = (code: string, cause?: unknown) => Object.assign(new Error(`it was ${code}`, { cause }), { code })

describe('a failure', () => {
  it.each([
    ['ECONNREFUSED', 'refused'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['ETIMEDOUT', 'timeout'],
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['UND_ERR_HEADERS_OVERFLOW', 'excess'],
    ['HPE_HEADER_OVERFLOW', 'excess'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'malformed'],
  ] as const)('with %s is %s', (code, kind) => {
    expect(classifyFailure(coded(code))).toEqual({ kind, message: `${code}: it was ${code}` })
  })

  it('is looked for among its causes and among several errors at once', () => {
    expect(classifyFailure(new TypeError('failed', { cause: coded('ECONNREFUSED') }))).toMatchObject({
      kind: 'refused',
    })
    expect(classifyFailure(new AggregateError([new Error('v6'), coded('ECONNREFUSED')]))).toMatchObject({
      kind: 'refused',
    })
    expect(classifyFailure(coded('ESTRANGE', coded('ENOTFOUND')))).toMatchObject({ kind: 'dns' })
  })
})
