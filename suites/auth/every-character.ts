import { experiment } from '../../engine/judge/check.ts'
import { isUnauthorized } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import { forEveryEndpoint, prober } from '../every-endpoint.ts'
import { everyCharacterChanged } from '../inputs/keys/damaged-keys.ts'
import { FOILS, PLAINEST } from './plainest.ts'

/** Endpoints commonly share the code that compares keys, so one of them shows for all which characters count. */
export const everyCharacter = experiment({
  id: 'auth.whole-key-compared/each-character',
  clause: 'auth.whole-key-compared',
  suite: 'auth',
  title: 'returns 401 for a key with any single character changed',
  from: 'standard',
  besides: [FOILS],
  max: ({ lengthOf }) => ({ requests: everyCharacterChanged(lengthOf('A')).length + 1 }),
  drive: (drive) =>
    forEveryEndpoint(
      drive,
      async (twin, name) => {
        const probe = await prober(drive, twin, name, PLAINEST)
        for (const { what, of } of drive.asTimeAllows(everyCharacterChanged(drive.vault.lengthOf('A')))) {
          await probe(what, of(twin.request)!)
        }
      },
      ['GET /models'],
    ),
  judge: (evidence) => judgeProbes(evidence, isUnauthorized),
})
