import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { SUITES } from '../suites/index.ts'
import { trialsOf } from './selfcheck.ts'
import { tryOut } from './try-out.ts'
import type { Attempted, TrialName } from './workers.ts'

// There a thread has a priority of its own: whoever looks at the clock beside us goes first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const trials = new Map(trialsOf().map((trial) => [nameOf({ ...trial, id: trial.subject.id }), trial]))

parentPort?.on('message', async ({ ticket, name }: { ticket: number; name: TrialName }) => {
  const answer = (attempted: Omit<Attempted, 'ticket'>) => parentPort?.postMessage({ ticket, ...attempted })
  try {
    answer({ outcome: await tryOut({ ...trials.get(nameOf(name))!, ...(name.brief && { brief: true }) }, SUITES) })
  } catch (error) {
    answer({ error: `${nameOf(name)}: ${error instanceof Error ? error.stack : String(error)}` })
  }
})

function nameOf({ kind, id, dialect }: TrialName): string {
  return `${kind} ${id} in ${dialect}`
}
