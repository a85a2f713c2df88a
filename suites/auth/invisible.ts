import { experiment } from '../../engine/judge/check.ts'
import { isNotAccepted } from '../../engine/judge/expectations.ts'
import { judgeProbes, undecided } from '../../engine/judge/probes.ts'
import { skip } from '../../engine/judge/verdict.ts'
import { ENDPOINTS } from '../../spec/endpoints.ts'
import { forEveryEndpoint, prober } from '../every-endpoint.ts'
import { withInvisibleInside } from '../inputs/keys/damaged-keys.ts'
import { FOILS, PLAINEST } from './plainest.ts'

const READS = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ name }) => name)

/**
 * Bytes beyond ASCII are odd enough that something in front of the server may refuse them in words of its own, or say
 * nothing at all; but whoever lets them through has read another key than was sent.
 */
export const invisibleInside = experiment({
  id: 'auth.whole-key-compared/invisible-characters',
  clause: 'auth.whole-key-compared',
  suite: 'auth',
  title: 'returns 401 for a key with invisible characters inside',
  from: 'standard',
  // Whether it gets as far as the server is open; the other checks of the clause speak then.
  byChance: true,
  besides: [FOILS],
  max: ({ lengthOf }) => ({ requests: READS.length * withInvisibleInside(lengthOf('A')).length + 1 }),
  drive: (drive) =>
    forEveryEndpoint(
      drive,
      async (twin, name) => {
        const probe = await prober(drive, twin, name, PLAINEST, isNotAccepted)
        for (const { what, of } of drive.asTimeAllows(withInvisibleInside(drive.vault.lengthOf('A'))))
          await probe(`${what}, ${name}`, of(twin.request)!)
      },
      READS,
    ),
  judge(evidence) {
    const exchanges = evidence.exchanges.filter((each) => each.purpose.part !== 'probe' || !undecided(each))
    if (!exchanges.some(({ purpose }) => purpose.part === 'probe')) return skip('no such request got a usable response')
    return judgeProbes({ ...evidence, exchanges }, isNotAccepted)
  },
})
