import { POLL_INTERVAL_SECONDS } from '../../../spec/words.ts'
import { capacity } from './capacity.ts'
import { ordinary } from './ordinary.ts'
import { refusals } from './refusals.ts'
import type { ClientScenario } from './scenario.ts'
import { shapes } from './shapes.ts'
import { troubles } from './troubles.ts'
import { wire } from './wire.ts'

/** All that a client is tried in, the plainest first. */
export const CLIENT_SCENARIOS: readonly ClientScenario[] = [
  ...ordinary,
  ...capacity,
  ...shapes,
  ...wire,
  ...troubles,
  ...refusals,
]

/** Starting a program, two readings and a download. */
const BESIDES = 2

/** Approximate seconds that a conforming client takes. */
export function usualSeconds({ polls, waits }: Pick<ClientScenario, 'polls' | 'waits'>): number {
  const { least, most } = POLL_INTERVAL_SECONDS
  return BESIDES + waits + (Math.max(0, polls - 1) * (least + most)) / 2
}
