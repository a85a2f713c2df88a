import { count } from '../parameters.ts'
import type { Trouble } from './trouble.ts'

const busy: Trouble = {
  name: 'busy',
  summary:
    'Conforming: 429 capacity_exceeded with Retry-After, the given number of times for each key, however long it waits.',
  parameters: [count('seconds', 'value of Retry-After; 0 conforms, too', { least: 0, usual: 2 })],
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
