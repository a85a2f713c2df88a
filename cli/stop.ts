import { EXIT } from '../engine/config/exit-codes.ts'
import { type Interrupt, onInterrupt } from './interrupt.ts'
import type { Io } from './io.ts'

/** The first signal ends the clients that are running, and what they did is reported; a second one ends the process. */
export function onStop(io: Io): Pick<Interrupt, 'signal' | 'forget'> {
  const tell = () => void io.stderr.write('\nInterrupted: stopping the clients.\n')
  const { signal, giveUp, forget } = onInterrupt(io, tell)
  giveUp.addEventListener('abort', () => process.exit(EXIT.interrupted))
  return { signal, forget }
}
