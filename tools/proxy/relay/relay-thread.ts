import { parentPort, workerData } from 'node:worker_threads'
import { Relay } from './relay.ts'
import type { RelayOptions, ToldByRelay } from './told.ts'

const port = parentPort!
const relay = new Relay(workerData as RelayOptions, (told: ToldByRelay) => port.postMessage(told, buffersIn(told)))

port.once('message', () => {
  relay.close()
  port.close()
})

/** Transferred instead of copied. */
function buffersIn(told: ToldByRelay): ArrayBuffer[] {
  if (told.kind !== 'happened') return []
  const bodies = told.passed.flatMap(({ body, answer }) => [body.kept, answer?.body.kept])
  return bodies.flatMap((kept) => (kept && kept.length > 0 ? [kept.buffer as ArrayBuffer] : []))
}
