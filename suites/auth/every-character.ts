import type { Experiment } from '../../runner/check.ts'
import { judgeProbes } from '../../runner/probes.ts'
import { forEveryEndpoint } from '../every-endpoint.ts'
import { everyCharacterChanged } from './malformations.ts'
import { is401 } from './refusals.ts'

/** Endpoints commonly share the code that compares keys, so one of them shows for all which characters count. */
export const everyCharacter: Experiment = {
  id: 'auth.every-character-counts',
  clause: 'auth.whole-key-compared',
  suite: 'auth',
  title: 'answers 401 whichever single character of the key is changed',
  from: 'standard',
  cost: ({ keyLength }) => ({ requests: everyCharacterChanged(keyLength).length + 1 }),
  drive: (drive) =>
    forEveryEndpoint(
      drive,
      async (twin) => {
        for (const { what, of } of everyCharacterChanged(drive.vault.lengthOf('A'))) {
          await drive.probe(what, twin, of(twin.request)!)
        }
      },
      ['GET /models'],
    ),
  judge: (evidence) => judgeProbes(evidence, is401),
}
