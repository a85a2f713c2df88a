import { POLL_INTERVAL_SECONDS } from '../../../spec/words.ts'
import { capacity } from './capacity.ts'
import { ordinary } from './ordinary.ts'
import { refusals } from './refusals.ts'
import type { ClientScenario } from './scenario.ts'
import { shapes } from './shapes.ts'
import { troubles } from './troubles.ts'
import { wire } from './wire.ts'

/** All scenarios for clients, simplest first. */
export const CLIENT_SCENARIOS: readonly ClientScenario[] = [
  ...ordinary,
  ...capacity,
  ...shapes,
  ...wire,
  ...troubles,
  ...refusals,
]

/** Seconds to start a program, read twice and download. */
const BESIDES = 2

/** Approximate seconds that a conforming client takes. */
export function usualSeconds({ polls, waits }: Pick<ClientScenario, 'polls' | 'waits'>): number {
  const { least, most } = POLL_INTERVAL_SECONDS
  return BESIDES + waits + (Math.max(0, polls - 1) * (least + most)) / 2
}
