import type { Prospect } from '../../runner/driving/phase.ts'
import { type Experiment, experiment } from '../../runner/judging/check.ts'
import { answeredWith, judgeProbes } from '../../runner/judging/probes.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { ERROR_CODES } from '../../spec/words.ts'
import { ENDPOINT_COUNT, type Malformation, onEveryEndpoint } from '../every-endpoint.ts'
import { noHeader, unknownKey } from './malformations.ts'

export const is401 = { expected: String(ERROR_CODES.unauthorized), holds: answeredWith(ERROR_CODES.unauthorized) }

type Refusal = { id: string; clause: ClauseId; title: string } & Partial<Pick<Experiment, 'needs' | 'from'>>

/** Whoever lets these through lets everything through: the clauses about them say so, and the others keep quiet. */
export const PLAINEST: readonly Malformation[] = [...noHeader, ...unknownKey.slice(0, 1)]

/** Every malformation on every endpoint is answered 401. */
export function refusedEverywhere(
  named: Refusal,
  malformations: (keyLength: number) => readonly Malformation[],
  plainer: readonly Malformation[] = PLAINEST,
): Experiment {
  return experiment({
    suite: 'auth',
    ...named,
    cost: ({ keyLength, configuration }: Prospect) => ({
      requests:
        configuration.profile === 'smoke'
          ? plainer.length > 0
            ? 1
            : ENDPOINT_COUNT
          : (malformations(keyLength).length + plainer.length) * ENDPOINT_COUNT + 1,
    }),
    drive: (drive) => onEveryEndpoint(drive, malformations(drive.vault.lengthOf('A')), plainer),
    judge: (evidence) => judgeProbes(evidence, is401),
  })
}
