import { describe, expect, it } from 'vitest'
import { pactFileIn } from '../file/pact-file.ts'
import { lintOf } from './lint.ts'

const regex = (pattern: string) => ({ matchers: [{ match: 'regex', regex: pattern }] })

function parts(response: object, state = 'a job that succeeded') {
  const interaction = {
    description: 'it',
    providerStates: [{ name: state }],
    request: { method: 'GET', path: '/videos/7', headers: { Authorization: 'Bearer cl_mine' } },
    response: { status: 200, ...response },
  }
  const file = { consumer: { name: 'c' }, provider: { name: 'p' }, interactions: [interaction] }
  const lint = lintOf(pactFileIn(JSON.stringify(file), 'client.json'))
  return {
    lint,
    standings: Object.fromEntries(
      lint.interactions[0]!.parts.map(({ pointer, standing }) => [pointer.split('/response/')[1], standing]),
    ),
  }
}

describe('a pattern that takes too long', () => {
  it.each([
    ['(a+)+b', 'a'.repeat(60)],
    [`(${'.|'.repeat(24)}.)*x`, 'queued'],
  ])('is reported and not judged: %s', (pattern, status) => {
    const begun = process.threadCpuUsage()
    const { lint, standings } = parts({
      body: { status, url: 'https://a.test/1.mp4' },
      matchingRules: { body: { '$.status': regex(pattern), '$.url': { matchers: [{ match: 'type' }] } } },
    })
    expect(standings).toEqual({ status: 'promised', 'body/status': 'untold', 'body/url': 'promised' })
    expect(lint).toMatchObject({ against: 0, beyond: 0, untold: 1 })
    expect(process.threadCpuUsage(begun).user).toBeLessThan(5_000_000)
  })
})
