import type { ClientJudgement, JudgedClause } from '../../engine/judge/clients/judging.ts'
import { broken, type Found, kept, notJudged } from '../../engine/judge/clients/verdict.ts'
import type { Moment } from '../../reporters/outcome/clients/report.ts'
import { CLIENT_CLAUSES, type ClientClauseId, clientClause } from '../../spec/clients/clauses.ts'
import { CLIENT_SCENARIOS } from './scenarios/index.ts'
import type { Trial } from './trial/trial.ts'

export const scenarioCalled = (name: string) => CLIENT_SCENARIOS.find((each) => each.name === name)!

export const momentOf = (kind: Moment['kind'], more: Partial<Moment> = {}): Moment => ({
  ...{ n: 1, at: 0, ms: 2, kind, what: `${kind} of a test`, status: 200 },
  ...more,
})

export const A_VIDEO: readonly Moment[] = [
  momentOf('submission', { n: 1, at: 100, status: 202 }),
  momentOf('poll', { n: 2, at: 150, state: 'queued' }),
  momentOf('poll', { n: 3, at: 4150, state: 'succeeded' }),
  momentOf('fetch', { n: 4, at: 4200 }),
]

export const TOO_SOON: Found = {
  fact: { kind: 'pause', before: 'poll', askedMs: 3000, cameMs: 1000, lateMs: 0 },
  client: 'A',
  evidence: [2, 3],
}

export const KEY_IN_QUERY: Found = { fact: { kind: 'key out of place', where: 'query' }, client: 'A', evidence: [2] }

/** Every clause passes, except the given failures. */
export function judgementOf(
  found: Partial<Record<ClientClauseId, readonly Found[]>> = {},
  isReached = true,
): ClientJudgement {
  const clauses = CLIENT_CLAUSES.map(({ id }): JudgedClause => {
    const { level, section } = clientClause(id)
    const own = found[id]
    if (!isReached)
      return { id, level, section, verdict: notJudged({ kind: 'not reached', what: 'a request' }, 'never') }
    return { id, level, section, verdict: own ? broken(own, own.length) : kept(1, [1]) }
  })
  return { clauses, open: [], clients: [{ name: 'A', requests: 4 }], seen: ['a request'], faults: [] }
}

export function trialOf(
  name: string,
  { found, ...more }: Partial<Trial> & { found?: Parameters<typeof judgementOf>[0] } = {},
): Trial {
  const isReached = more.isReached ?? true
  return {
    scenario: scenarioCalled(name),
    ended: { end: { exit: 0 }, seconds: 4.5, output: '', leftBehind: [] },
    output: 'video.mp4\n',
    history: [],
    moments: [...A_VIDEO],
    judgement: judgementOf(found, isReached),
    isReached,
    jobs: 1,
    leftOut: 0,
    ...more,
  }
}
