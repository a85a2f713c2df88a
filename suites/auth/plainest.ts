import { keyMistakesAgainst } from '../../fixtures/keys/key-mistakes.ts'
import type { Malformation } from '../../fixtures/keys/malformation.ts'
import type { Phase } from '../../runner/driving/phase.ts'
import { FOILS as FOILS_OF_ALL } from '../../runner/history/entry/no-phases.ts'
import { endpointsTried, forEveryEndpoint, prober } from '../every-endpoint.ts'

/** Whoever lets these through lets everything through: the clauses about them say so, and the others keep quiet. */
export const PLAINEST: readonly Malformation[] = [
  ...keyMistakesAgainst('auth.header-required'),
  ...keyMistakesAgainst('auth.unknown-key').slice(0, 1),
]

/** The plainest mistakes at every endpoint, made once for all that are compared with them. */
export const FOILS: Phase = {
  name: FOILS_OF_ALL,
  cost: (prospect) => ({
    requests: prospect.configuration.profile === 'smoke' ? 0 : endpointsTried(prospect).length * PLAINEST.length + 1,
  }),
  async drive(drive) {
    if (drive.configuration.profile === 'smoke') return
    await forEveryEndpoint(drive, async (twin, name) => void (await prober(drive, twin, name, PLAINEST)))
  },
}
