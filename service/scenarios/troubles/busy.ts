import { count } from '../parameters.ts'
import type { Trouble } from './trouble.ts'

const busy: Trouble = {
  name: 'busy',
  summary:
    'Lawful: 429 capacity_exceeded with a Retry-After, so many times for each key, however long it waits; then there is room.',
  parameters: [count('seconds', 'what Retry-After says; 0 is lawful, too', { least: 0, usual: 2 })],
  comesTo: ['submissions', 'polls', 'readings'],
  usually: ['submissions'],
  times: 2,
  countedBy: 'key',
  comes:
    ({ seconds }, behaviour) =>
    async ({ incoming }) =>
      behaviour.refuse('capacity_exceeded', { headers: { 'retry-after': String(seconds) }, incoming }),
}

export const busyTroubles: readonly Trouble[] = [busy]
