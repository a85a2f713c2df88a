import { describe, expect, it } from 'vitest'
import { SCENARIOS } from '../../service/scenarios/index.ts'
import type { Play } from '../../service/scenarios/scenario.ts'
import { failed, runAgainst } from './run-for-tests.ts'

/** Shorter delays than usual, which would only make a run wait. */
const BRIEFLY: Record<string, Play['with']> = {
  slow: { polls: 8, seconds: 0 },
  late: { seconds: 0.02 },
  trickle: { seconds: 0.5 },
  busy: { seconds: 1 },
  'busy-until': { seconds: 2 },
  'no-room-at-times': { 'one-in': 20 },
  expired: { seconds: 60 },
  taken: { seconds: 1, wait: 1 },
  queue: { polls: 4 },
}

/** The key of `revoked` is invalid, and on `full` a run waits minutes for capacity. */
const NOT_FOR_A_RUN = ['revoked', 'full']

const LAWFUL = SCENARIOS.filter(({ kind, summary }) => kind === 'scenario' && summary.startsWith('Lawful: '))
/** Scenarios that only change the form of responses share one run. */
const TOGETHER = [
  ['ids', 'nulls', 'gzip', 'elsewhere', 'alias-withdrawn'],
  ['new-names', 'queue', 'loud-headers', 'taken'],
]
const played = (name: string): Play => ({ play: name, ...(BRIEFLY[name] && { with: BRIEFLY[name] }) })
const PLAYS: Play[][] = [
  ...LAWFUL.map(({ name }) => name)
    .filter((name) => ![...NOT_FOR_A_RUN, ...TOGETHER.flat()].includes(name))
    .map((name) => [played(name)]),
  ...TOGETHER.map((names) => names.map(played)),
  [{ play: 'chaos', with: { troubles: 'busy+backwards+redirected+unknown-fields+pieces', share: 0.6 } }],
]

describe.concurrent('no clause fails while the service plays a conforming scenario:', () => {
  it.each(PLAYS.map((plays) => [plays.map(({ play }) => play).join(', '), plays] as const))('%s', async (_, plays) => {
    const wishes = { profile: 'smoke' } as const
    const run = await runAgainst({ scenarios: plays }, wishes)
    expect(failed(run)).toEqual([])
    expect(run.report.faults).toEqual([])
    expect(run.report.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(8)
  })
})
