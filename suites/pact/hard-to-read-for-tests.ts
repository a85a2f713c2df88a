import { around } from '../../service/interface/behaviour.ts'
import { isJson } from '../../service/interface/world.ts'
import type { Layer } from '../../service/layers.ts'

/** Each is JSON, and Pact's verifier, which is written in Rust, says that it cannot parse it. */
export const UNPARSED = {
  'a number that no double holds': '"big":1e400',
  'half a character': '"text":"\\ud800"',
  'lists a hundred and thirty levels deep': `"deep":${'['.repeat(130)}${']'.repeat(130)}`,
}

/** Records of jobs hold it beside all else. */
export function recordsHold(member: string): Layer {
  return {
    name: 'records hold what is hard to read',
    patch: (behaviour) =>
      around(behaviour, 'finish', async (next, answer, incoming, context) => {
        const finished = await next(answer, incoming, context)
        if (context.operation !== 'GET /videos/{id}' || finished.status !== 200 || !isJson(finished)) return finished
        return { ...finished, bytes: Buffer.from(JSON.stringify(finished.body).replace('{', () => `{${member},`)) }
      }),
  }
}

/** Written down, each of its characters takes six; none of its lines is so long that it would be cut. */
const LOG = Array.from({ length: 100 }, () => '\u007f'.repeat(3000))
/** So many fill the room that a run has for long answers. */
const FILLING = 30

/** Records of 300 kB, until a run keeps of each the beginning alone; then those of jobs that are known to have ended. */
export function longRecords(): Layer {
  const ended = new Set<string>()
  let shown = 0
  return {
    name: 'records of 300 kB',
    patch: (behaviour) =>
      around(behaviour, 'jobRecord', (next, job, caller) => {
        const record = next(job, caller)
        const isOver = record.status === 'succeeded' || record.status === 'failed'
        const isLong = isOver ? ended.has(job.id) : shown++ < FILLING
        if (isOver) ended.add(job.id)
        return isLong ? { ...record, log: LOG } : record
      }),
  }
}
