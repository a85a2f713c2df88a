import { succeeded } from '../../engine/history/reading/reading.ts'
import { withAuthorization } from '../../engine/http/requests.ts'
import { experiment } from '../../engine/judge/check.ts'
import { isUnauthorized } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import { inconclusive } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { ENDPOINT_COUNT, endpointsTried, forEveryEndpoint, prober } from '../every-endpoint.ts'
import { FOILS, PLAINEST } from './plainest.ts'

type Turn = { what: string; authorization: string[]; good: number; of?: KeyName }

/**
 * What comes behind how many good requests, in this order: the good ones before the second turn come right behind a wrong
 * key, which must not be held against them.
 */
const TURNS: Turn[] = [
  { what: 'an unknown key right after a valid one', authorization: ['Bearer {{U}}'], good: 1 },
  { what: 'no header right after a valid key', authorization: [], good: 1 },
  { what: 'a revoked key right after a valid one', authorization: ['Bearer {{R}}'], good: 1, of: 'R' },
  { what: 'no header after many valid keys', authorization: [], good: 3 },
]

const turnsWith = (has: (key: KeyName) => boolean) => TURNS.filter(({ of }) => of === undefined || has(of))

/** The good request of a submission would cost a job; a reading makes the connection known just as well. */
export const keptConnection = experiment({
  id: 'auth.every-request-anew',
  clause: 'auth.every-request-anew',
  suite: 'auth',
  from: 'standard',
  title: 'checks the key of every request on a kept-alive connection',
  besides: [FOILS],
  max(input) {
    const turns = turnsWith((key) => input.keys.includes(key))
    const good = turns.reduce((sum, turn) => sum + turn.good, 0)
    return { requests: ENDPOINT_COUNT * good + endpointsTried(input).length * turns.length + 1 }
  },
  drive: (drive) =>
    forEveryEndpoint(drive, async (twin, name) => {
      const good = twin.request.method === 'GET' ? twin : await drive.twin('GET /models')
      const probe = await prober(drive, twin, name, PLAINEST)
      for (const { what, authorization, good: times } of turnsWith((key) => drive.has(key))) {
        let before = await drive.goodOnConnection(name, good)
        for (let time = 1; time < times; time++) before = await drive.goodOnConnection(name, good)
        if (!succeeded(before)) drive.gap(`${what}, ${name}`, 'the valid request before it did not succeed')
        else await probe(`${what}, ${name}`, withAuthorization(twin.request, ...authorization), { connection: name })
      }
    }),
  judge(evidence) {
    const verdict = judgeProbes(evidence, isUnauthorized)
    if (verdict.verdict !== 'pass') return verdict
    const probes = evidence.exchanges.filter((each) => each.purpose.part === 'probe')
    const carriers = new Set(
      evidence.exchanges.filter((each) => each.purpose.part === 'twin').map((each) => each.connection),
    )
    const kept = probes.filter((each) => each.connection !== undefined && carriers.has(each.connection))
    if (kept.length > 0)
      return { ...verdict, remark: `${kept.length} of ${probes.length} probes used the kept-alive connection` }
    const closed = evidence.exchanges.every((each) => each.answer !== undefined)
    return closed
      ? { ...verdict, remark: 'the server closes every connection after one request' }
      : inconclusive('no probe used the connection of a valid request')
  },
})
