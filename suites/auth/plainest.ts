import { FOILS as FOILS_OF_ALL } from '../../engine/history/entry/no-phases.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'
import { endpointsTried, forEveryEndpoint, prober } from '../every-endpoint.ts'
import { keyMistakesAgainst } from '../inputs/keys/key-mistakes.ts'
import type { Malformation } from '../inputs/keys/malformation.ts'

/** Whoever lets these through lets everything through: the clauses about them say so, and the others keep quiet. */
export const PLAINEST: readonly Malformation[] = [
  ...keyMistakesAgainst('auth.header-required'),
  ...keyMistakesAgainst('auth.unknown-key').slice(0, 1),
]

/** The plainest mistakes at every endpoint, made once for all that are compared with them. */
export const FOILS: Phase = {
  name: FOILS_OF_ALL,
  max: (input) => ({
    requests: input.configuration.profile === 'smoke' ? 0 : endpointsTried(input).length * PLAINEST.length + 1,
  }),
  async drive(drive) {
    if (drive.configuration.profile === 'smoke') return
    await forEveryEndpoint(drive, async (twin, name) => void (await prober(drive, twin, name, PLAINEST)))
  },
}
