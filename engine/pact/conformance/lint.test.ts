import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pactFileIn } from '../file/pact-file.ts'
import { FAILED, poll, read, state, TABLE, type Written } from './contracts-for-tests.ts'
import { lintOf } from './lint.ts'

const file = (interactions: Written[], version = '3.0.0') =>
  pactFileIn(
    JSON.stringify({
      consumer: { name: 'client' },
      provider: { name: 'videos' },
      interactions: interactions.map((each) => ({ description: 'it', ...each })),
      metadata: { pactSpecification: { version } },
    }),
    'client.json',
  )

const unpromised = (interaction: Written, version?: string) =>
  lintOf(file([interaction], version)).interactions[0]!.parts.flatMap(({ standing, pointer }) =>
    standing === 'promised' ? [] : [`${standing} ${pointer.replace('/interactions/0', '')}`],
  )

describe('a contract compared with the specification', () => {
  it.each(TABLE)('%s', (_, interaction, expected) => {
    expect(unpromised(interaction)).toEqual(expected)
  })
})

describe('each version of the format', () => {
  const expected = { status: 'failed', error: { code: 'oom', message: 'No.' } }

  it('1 has no rules: each value is exact', () => {
    expect(unpromised({ ...poll({ body: expected }), provider_state: 'a job that failed' }, '1.0.0')).toEqual([
      'beyond /response/body/error/code',
      'against /response/body/error/message',
    ])
  })

  it('2 has one list of rules', () => {
    const matchingRules = { '$.body.error.code': { match: 'type' }, '$.body.error.message': { match: 'type' } }
    const interaction = { ...poll({ body: expected, matchingRules }), providerState: 'a job that failed' }
    expect(unpromised(interaction, '2.0.0')).toEqual([])
  })

  it('4 wraps bodies, and the pointer includes the wrapper', () => {
    const body = { content: expected, contentType: 'application/json', encoded: false }
    const interaction = { type: 'Synchronous/HTTP', ...poll({ body }, FAILED) }
    expect(unpromised(interaction, '4.0')).toContain('against /response/body/content/error/message')
  })
})

describe('a file', () => {
  it.each([
    ['{', 'it is not JSON'],
    ['[]', 'it has no interactions'],
    ['{"openapi":"3.1.0"}', 'it has no interactions'],
  ])('is refused if it is not a contract: %s', (text, why) => {
    expect(() => pactFileIn(text, 'x.json')).toThrow(`x.json is not a Pact file: ${why}`)
  })

  it('is shown without its keys', () => {
    const shown = JSON.stringify(
      lintOf(file([{ description: 'with cl_secret1', ...read('/videos/cl_secret2/x'), ...state('key cl_secret3') }])),
    )
    expect(shown).not.toMatch(/cl_secret/)
  })

  it('of gatecheck itself requires only what is specified', () => {
    const text = readFileSync(
      new URL('../../../spec/pacts/reference-client-video-service.json', import.meta.url),
      'utf8',
    )
    expect(lintOf(pactFileIn(text, 'reference'))).toMatchObject({ beyond: 0, against: 0 })
  })
})
