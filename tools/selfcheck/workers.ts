import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { whereCompiled } from '../../engine/config/compile-cache.ts'
import type { Outcome, Trial } from './trial.ts'

/** Runs mostly wait, so several share a core. */
const SESSIONS_A_WORKER = 5

export type TrialName = Pick<Trial, 'kind' | 'dialect' | 'profile' | 'seed'> & { id: string }
export type Attempted = { ticket: number; outcome?: Outcome; error?: string }

export type Workers = { attempt(trial: Trial): Promise<Outcome>; atOnce: number; close(): Promise<void> }

type Hand = { worker: Worker; busy: number }

/**
 * One worker per core; each trial goes to the least busy. Faults are functions and cannot be sent, so a worker gets
 * their names.
 */
export function startWorkers(): Workers {
  const env = { ...process.env, ...whereCompiled() }
  const hands = Array.from(
    { length: availableParallelism() },
    (): Hand => ({ worker: new Worker(new URL(workerFile(), import.meta.url), { env }), busy: 0 }),
  )
  const open = new Map<number, PromiseWithResolvers<Outcome>>()
  for (const hand of hands) {
    const { worker } = hand
    worker.on('message', ({ ticket, outcome, error }: Attempted) => {
      const waiting = open.get(ticket)
      open.delete(ticket)
      hand.busy--
      if (outcome) waiting?.resolve(outcome)
      else waiting?.reject(new Error(error))
    })
    worker.on('error', (error) => {
      for (const waiting of open.values()) waiting.reject(error)
    })
  }
  let ticket = 0
  return {
    atOnce: hands.length * SESSIONS_A_WORKER,
    attempt({ kind, subject, dialect, profile, seed }) {
      const waiting = Promise.withResolvers<Outcome>()
      const name: TrialName = { kind, id: subject.id, dialect, profile, seed }
      open.set(++ticket, waiting)
      const idlest = hands.reduce((least, hand) => (hand.busy < least.busy ? hand : least))
      idlest.busy++
      idlest.worker.postMessage({ ticket, name })
      return waiting.promise
    },
    async close() {
      await Promise.all(hands.map(({ worker }) => worker.terminate()))
    },
  }
}

/** A checkout runs the sources, a published package the build. */
function workerFile(): string {
  return import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'
}
