import { describe, expect, it } from 'vitest'
import { UsageError } from '../config/target.ts'
import { provisionFrom } from './provision.ts'

const A = 'cl_0123456789abcdef'
const B = 'cl_fedcba9876543210'
const from = (environment: Record<string, string>) => provisionFrom(environment, 'https://api.test/v1')

describe('keys and files of the user', () => {
  it('include at least one key', () => {
    expect(from({ GATECHECK_KEY: A })).toEqual({ baseUrl: 'https://api.test/v1', keys: { A } })
    expect(() => from({})).toThrow(/^No API key: set GATECHECK_KEY/)
    expect(() => from({ GATECHECK_KEY: '  ' })).toThrow(UsageError)
  })

  it('are up to four keys, an image and a prompt, trimmed', () => {
    const provision = from({
      GATECHECK_KEY: `${A}\n`,
      GATECHECK_SAME_ACCOUNT_KEY: `${A}2`,
      GATECHECK_OTHER_ACCOUNT_KEY: ` ${B}`,
      GATECHECK_REVOKED_KEY: `${B}2`,
      GATECHECK_IMAGE_URL: 'https://img.test/1.png',
      GATECHECK_FAILING_PROMPT: 'fail, please',
    })
    expect(provision.keys).toEqual({ A, A2: `${A}2`, B, R: `${B}2` })
    expect(provision).toMatchObject({ imageUrl: 'https://img.test/1.png', failingPrompt: 'fail, please' })
  })

  it.each([
    ['sk_0123456789abcdef', 'keys begin with cl_'],
    ['CL_0123456789abcdef', 'keys begin with cl_'],
    ['cl_0123 456789', 'white space'],
    ['cl_01234567é', 'white space or characters that are not allowed in a header'],
    ['cl_123', 'too short'],
  ])('do not include %j', (key, why) => {
    expect(() => from({ GATECHECK_KEY: key })).toThrow(why)
    expect(() => from({ GATECHECK_KEY: A, GATECHECK_OTHER_ACCOUNT_KEY: key })).toThrow(/^GATECHECK_OTHER_ACCOUNT_KEY/)
  })

  it('are not repeated in an error', () => {
    for (const key of ['sk_secret-secret', 'cl_a secret key']) {
      expect(() => from({ GATECHECK_KEY: key })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('secret') }),
      )
    }
  })

  it.each(['GATECHECK_SAME_ACCOUNT_KEY', 'GATECHECK_OTHER_ACCOUNT_KEY', 'GATECHECK_REVOKED_KEY'])(
    'must differ in %s',
    (variable) => {
      expect(() => from({ GATECHECK_KEY: A, [variable]: A })).toThrow(`GATECHECK_KEY and ${variable} are the same key`)
    },
  )
})
