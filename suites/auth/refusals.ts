import { type Experiment, experiment } from '../../runner/judging/check.ts'
import { answeredWith, judgeProbes } from '../../runner/judging/probes.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { ERROR_CODES } from '../../spec/words.ts'
import { type Malformation, mostProbes, onEveryEndpoint } from '../every-endpoint.ts'
import { FOILS, PLAINEST } from './plainest.ts'

export const is401 = { expected: String(ERROR_CODES.unauthorized), holds: answeredWith(ERROR_CODES.unauthorized) }

type Refusal = { id: string; clause: ClauseId; title: string } & Partial<Pick<Experiment, 'needs' | 'from'>>

/** Every malformation on every endpoint is answered 401. */
export function refusedEverywhere(
  named: Refusal,
  malformations: (keyLength: number) => readonly Malformation[],
  plainer: readonly Malformation[] = PLAINEST,
): Experiment {
  return experiment({
    suite: 'auth',
    ...named,
    besides: plainer.length > 0 ? [FOILS] : [],
    cost: (prospect) => ({ requests: mostProbes(prospect, malformations(prospect.lengthOf('A')), plainer) }),
    drive: (drive) => onEveryEndpoint(drive, malformations(drive.vault.lengthOf('A')), plainer),
    judge: (evidence) => judgeProbes(evidence, is401),
  })
}
