import { keyMistakesAgainst } from '../../fixtures/keys/key-mistakes.ts'
import type { Malformation } from '../../fixtures/keys/malformation.ts'
import type { Experiment, Prospect } from '../../runner/judging/check.ts'
import { isUnauthorized } from '../../runner/judging/expectations.ts'
import { judgeProbes } from '../../runner/judging/probes.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { ENDPOINT_COUNT, onEveryEndpoint } from '../every-endpoint.ts'

type Refusal = { id: string; clause: ClauseId; title: string } & Partial<Pick<Experiment, 'needs' | 'from'>>

/** Whoever lets these through lets everything through: the clauses about them say so, and the others keep quiet. */
export const PLAINEST: readonly Malformation[] = [
  ...keyMistakesAgainst('auth.header-required'),
  ...keyMistakesAgainst('auth.unknown-key').slice(0, 1),
]

/** Every malformation on every endpoint is answered 401. */
export function refusedEverywhere(named: Refusal, plainer: readonly Malformation[] = PLAINEST): Experiment {
  const malformations = (keyLength: number) => keyMistakesAgainst(named.clause, keyLength)
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
