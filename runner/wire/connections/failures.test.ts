import { describe, expect, it } from 'vitest'
import { FAILURE_WORDS } from '../../history/reading/words.ts'
import { classifyFailure } from './failures.ts'

const coded = (code: string, cause?: unknown) => Object.assign(new Error(`it was ${code}`, { cause }), { code })

describe('a failure', () => {
  it.each([
    ['ECONNREFUSED', 'refused'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['ETIMEDOUT', 'timeout'],
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['HPE_INVALID_CONSTANT', 'malformed'],
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

  it('that nobody knows is of the network', () => {
    expect(classifyFailure(new Error('odd'))).toEqual({ kind: 'network', message: 'odd' })
    expect(classifyFailure('odd')).toEqual({ kind: 'network', message: 'odd' })
    expect(classifyFailure(undefined)).toEqual({ kind: 'network', message: 'undefined' })
  })

  it('that is its own cause ends the search', () => {
    const endless: Error = new Error('endless')
    endless.cause = endless
    expect(classifyFailure(endless)).toMatchObject({ kind: 'network' })
  })

  it('has words for people, whatever its kind', () => {
    for (const words of Object.values(FAILURE_WORDS)) expect(words).toMatch(/^\w.*\w$/)
  })
})
