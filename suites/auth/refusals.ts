import { type Experiment, experiment } from '../../engine/judge/check.ts'
import { isUnauthorized } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { mostProbes, onEveryEndpoint } from '../every-endpoint.ts'
import { keyMistakesAgainst } from '../inputs/keys/key-mistakes.ts'
import type { Malformation } from '../inputs/keys/malformation.ts'
import { FOILS, PLAINEST } from './plainest.ts'

type Refusal = { id: string; clause: ClauseId; title: string } & Partial<Pick<Experiment, 'needs' | 'from'>>

/** Every malformation on every endpoint is answered 401. */
export function refusedEverywhere(named: Refusal, plainer: readonly Malformation[] = PLAINEST): Experiment {
  const malformations = (keyLength: number) => keyMistakesAgainst(named.clause, keyLength)
  return experiment({
    suite: 'auth',
    ...named,
    besides: plainer.length > 0 ? [FOILS] : [],
    max: (input) => ({ requests: mostProbes(input, malformations(input.lengthOf('A')), plainer) }),
    drive: (drive) => onEveryEndpoint(drive, malformations(drive.vault.lengthOf('A')), plainer),
    judge: (evidence) => judgeProbes(evidence, isUnauthorized),
  })
}
