import { describe, expect, it } from 'vitest'
import { baseUrlIn } from './traffic.ts'

describe('the base URL of traffic', () => {
  it.each<[string, string[], string | undefined]>([
    ['ends with the version', ['https://api.test/v1/models'], 'https://api.test/v1'],
    [
      'is the one that most requests share',
      ['https://a.test/v1/models', 'https://b.test/v1/models', 'https://b.test/v1/usage'],
      'https://b.test/v1',
    ],
    [
      'is not the one with the version twice',
      ['https://a.test/v1/v1/models', 'https://a.test/v1/v1/usage', 'https://a.test/v1/usage'],
      'https://a.test/v1',
    ],
    ['is unknown without a version', ['https://a.test/models'], undefined],
    ['is unknown without an endpoint', ['https://a.test/v1/pets', 'https://a.test/v1'], undefined],
    [
      'is none of what is no web address',
      ['data:/v1/models', 'ws://a.test/v1/models', '', 'http://', '/v1/models'],
      undefined,
    ],
  ])('%s', (_, urls, base) => {
    expect(baseUrlIn(urls)).toBe(base)
  })
})
