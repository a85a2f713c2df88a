import { succeeded } from '../../runner/history/reading.ts'
import { experiment } from '../../runner/judging/check.ts'
import { isUnauthorized } from '../../runner/judging/expectations.ts'
import { judgeProbes } from '../../runner/judging/probes.ts'
import { inconclusive } from '../../runner/judging/verdict.ts'
import { withAuthorization } from '../../runner/wire/requests.ts'
import { ENDPOINT_COUNT, forEveryEndpoint, prober } from '../every-endpoint.ts'
import { FOILS, PLAINEST } from './plainest.ts'

/** The good request before the second one comes right behind a wrong key, which must not be held against it. */
const BAD_KEYS: [string, string[]][] = [
  ['an unknown key', ['Bearer {{U}}']],
  ['no header', []],
]

/** The good request of a submission would cost a job; a reading makes the connection known just as well. */
export const keptConnection = experiment({
  id: 'auth.connection-remembers-nothing',
  clause: 'auth.every-request-anew',
  suite: 'auth',
  from: 'standard',
  title: 'asks for the key again on a connection that has just carried a good one',
  besides: [FOILS],
  cost: () => ({ requests: ENDPOINT_COUNT * BAD_KEYS.length * 2 + 1 }),
  drive: (drive) =>
    forEveryEndpoint(drive, async (twin, name) => {
      const good = twin.request.method === 'GET' ? twin : await drive.twin('GET /models')
      const probe = await prober(drive, twin, name, PLAINEST)
      for (const [key, authorization] of BAD_KEYS) {
        const before = await drive.goodOnConnection(name, good)
        if (!succeeded(before)) drive.gap(`${key}, ${name}`, 'the good request before it did not succeed')
        else {
          const broken = withAuthorization(twin.request, ...authorization)
          await probe(`${key} right behind a good one, ${name}`, broken, { connection: name })
        }
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
