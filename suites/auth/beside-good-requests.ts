import { type Experiment, experiment } from '../../engine/judge/check.ts'
import { isUnauthorized } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { ENDPOINTS } from '../../spec/endpoints.ts'
import { forEveryEndpoint } from '../every-endpoint.ts'
import type { Malformation } from '../inputs/keys/malformation.ts'

const ROUNDS = 3
/** Good and bad in turn, all at once. */
const GOOD = 3
const BAD = 2

const READS = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ name }) => name)

type Named = { id: string; clause: ClauseId; title: string }

/** Finds servers that keep the caller in shared state. */
export function besideGoodRequests(named: Named, { what, of }: Malformation): Experiment {
  return experiment({
    suite: 'auth',
    from: 'standard',
    // What is under way just then is a matter of chance.
    byChance: true,
    ...named,
    max: () => ({ requests: READS.length * ROUNDS * (GOOD + BAD) + 1 }),
    drive: (drive) =>
      forEveryEndpoint(
        drive,
        async (twin, name) => {
          const broken = of(twin.request)
          if (!broken) return
          const bad = () => drive.probe(`${what}, ${name}, while valid requests are in flight`, twin, broken)
          for (let round = 0; round < ROUNDS; round++) {
            const turns = Array.from({ length: GOOD + BAD }, (_, turn) =>
              turn % 2 === 0 ? drive.control(twin) : bad(),
            )
            await Promise.all(turns)
          }
        },
        READS,
      ),
    judge: (evidence) => judgeProbes(evidence, isUnauthorized),
  })
}
