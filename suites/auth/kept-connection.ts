import { succeeded } from '../../runner/history/reading/reading.ts'
import { experiment } from '../../runner/judging/check.ts'
import { isUnauthorized } from '../../runner/judging/expectations.ts'
import { judgeProbes } from '../../runner/judging/probes.ts'
import { inconclusive } from '../../runner/judging/verdict.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { withAuthorization } from '../../runner/wire/requests.ts'
import { ENDPOINT_COUNT, endpointsTried, forEveryEndpoint, prober } from '../every-endpoint.ts'
import { FOILS, PLAINEST } from './plainest.ts'

type Turn = { what: string; authorization: string[]; good: number; of?: KeyName }

/**
 * What comes behind how many good requests, in this order: the good ones before the second turn come right behind a wrong
 * key, which must not be held against them.
 */
const TURNS: Turn[] = [
  { what: 'an unknown key right behind a good one', authorization: ['Bearer {{U}}'], good: 1 },
  { what: 'no header right behind a good one', authorization: [], good: 1 },
  { what: 'a revoked key right behind a good one', authorization: ['Bearer {{R}}'], good: 1, of: 'R' },
  { what: 'no header behind many good ones', authorization: [], good: 3 },
]

const turnsWith = (has: (key: KeyName) => boolean) => TURNS.filter(({ of }) => of === undefined || has(of))

/** The good request of a submission would cost a job; a reading makes the connection known just as well. */
export const keptConnection = experiment({
  id: 'auth.connection-remembers-nothing',
  clause: 'auth.every-request-anew',
  suite: 'auth',
  from: 'standard',
  title: 'asks for the key again on a connection that has just carried a good one',
  besides: [FOILS],
  cost(prospect) {
    const turns = turnsWith((key) => prospect.keys.includes(key))
    const good = turns.reduce((sum, turn) => sum + turn.good, 0)
    return { requests: ENDPOINT_COUNT * good + endpointsTried(prospect).length * turns.length + 1 }
  },
  drive: (drive) =>
    forEveryEndpoint(drive, async (twin, name) => {
      const good = twin.request.method === 'GET' ? twin : await drive.twin('GET /models')
      const probe = await prober(drive, twin, name, PLAINEST)
      for (const { what, authorization, good: times } of turnsWith((key) => drive.has(key))) {
        let before = await drive.goodOnConnection(name, good)
        for (let time = 1; time < times; time++) before = await drive.goodOnConnection(name, good)
        if (!succeeded(before)) drive.gap(`${what}, ${name}`, 'the good request before it did not succeed')
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
      return { ...verdict, remark: `${kept.length} of ${probes.length} probes met the kept connection` }
    const closed = evidence.exchanges.every((each) => each.answer !== undefined)
    return closed
      ? { ...verdict, remark: 'the server closes each connection, so none is ever used twice' }
      : inconclusive('no probe met the connection of a good request')
  },
})
