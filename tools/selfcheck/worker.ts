import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { SUITES } from '../../suites/index.ts'
import type { Trial } from './trial.ts'
import { everyTrial } from './trials.ts'
import { tryOut } from './try-out.ts'
import type { Attempted, TrialName } from './workers.ts'

// Lowers only this thread on Linux: trials of clients measure time in the main thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const nameOf = ({ kind, id, dialect }: Pick<TrialName, 'kind' | 'id' | 'dialect'>) => `${kind} ${id} in ${dialect}`
const trials = new Map(
  everyTrial(0, 'full')
    .flat()
    .map((trial) => [nameOf({ ...trial, id: trial.subject.id }), trial]),
)

parentPort?.on('message', async ({ ticket, name }: { ticket: number; name: TrialName }) => {
  const answer = (attempted: Omit<Attempted, 'ticket'>) => parentPort?.postMessage({ ticket, ...attempted })
  try {
    const { profile, seed } = name
    answer({ outcome: await tryOut({ ...trials.get(nameOf(name))!, profile, seed } as Trial, SUITES) })
  } catch (error) {
    answer({ error: `${nameOf(name)}: ${error instanceof Error ? error.stack : String(error)}` })
  }
})
