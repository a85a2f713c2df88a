import type { Experiment, Prospect } from '../../runner/judging/check.ts'
import { isUnauthorized } from '../../runner/judging/expectations.ts'
import { judgeProbes } from '../../runner/judging/probes.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { ENDPOINT_COUNT, type Malformation, onEveryEndpoint } from '../every-endpoint.ts'
import { noHeader, unknownKey } from './malformations.ts'

type Refusal = { id: string; clause: ClauseId; title: string } & Partial<Pick<Experiment, 'needs' | 'from'>>

/** Whoever lets these through lets everything through: the clauses about them say so, and the others keep quiet. */
export const PLAINEST: readonly Malformation[] = [...noHeader, ...unknownKey.slice(0, 1)]

/** Every malformation on every endpoint is answered 401. */
export function refusedEverywhere(
  named: Refusal,
  malformations: (keyLength: number) => readonly Malformation[],
  plainer: readonly Malformation[] = PLAINEST,
): Experiment {
  return {
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
    judge: (evidence) => judgeProbes(evidence, isUnauthorized),
  }
}
