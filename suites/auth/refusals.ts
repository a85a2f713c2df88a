import type { ClauseId } from '../../spec/clauses.ts'
import { ERROR_CODES } from '../../spec/words.ts'
import type { Experiment, Prospect } from '../../runner/check.ts'
import { answeredWith, judgeProbes } from '../../runner/probes.ts'
import { ENDPOINT_COUNT, type Malformation, onEveryEndpoint } from '../every-endpoint.ts'

export const is401 = { expected: String(ERROR_CODES.unauthorized), holds: answeredWith(ERROR_CODES.unauthorized) }

type Refusal = { id: string; clause: ClauseId; title: string } & Partial<Pick<Experiment, 'needs'>>

/** Every malformation on every endpoint is answered 401. */
export function refusedEverywhere(named: Refusal, malformations: (keyLength: number) => readonly Malformation[]): Experiment {
  return {
    suite: 'auth',
    ...named,
    cost: ({ keyLength }: Prospect) => ({ requests: malformations(keyLength).length * ENDPOINT_COUNT + 1 }),
    drive: (drive) => onEveryEndpoint(drive, malformations(drive.vault.lengthOf('A'))),
    judge: (evidence) => judgeProbes(evidence, is401),
  }
}
