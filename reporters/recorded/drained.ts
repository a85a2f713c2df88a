import { excerpt, list, printable } from '../../engine/history/reading/words.ts'
import type { Drained } from '../../engine/run/resume/drain.ts'
import type { Uncertain } from '../outcome/report.ts'
import { counted } from '../words/counted.ts'

const MOST_NAMED = 5

/** Final states of the unfinished jobs of a run, one per line, and jobs without a known id. */
export function drainedInWords(jobs: readonly Drained[], uncertain: readonly Uncertain[]): string {
  const lines = jobs.map((job) => `${printable(excerpt(job.id, 100))}: ${job.kind === 'final' ? job.status : job.why}`)
  const left = jobs.filter(({ kind }) => kind === 'left').length
  const named = uncertain.slice(0, MOST_NAMED).map(({ n, by }) => `${n} by ${by}`)
  const unknown =
    uncertain.length === 0
      ? []
      : [
          `${counted(uncertain.length, 'submission')} without a response (${list(named)}${uncertain.length > MOST_NAMED ? ' …' : ''}): no job id is known, so ${uncertain.length === 1 ? 'it' : 'they'} cannot be polled.`,
        ]
  return [...lines, ...unknown, conclusionOf(jobs.length, left), ''].map((line) => printable(line)).join('\n')
}

function conclusionOf(jobs: number, left: number): string {
  if (jobs === 0) return 'The run left no unfinished jobs.'
  if (left === 0) return jobs === 1 ? 'The job has finished.' : `All ${jobs} jobs have finished.`
  return `${left} of ${counted(jobs, 'job')} did not finish.`
}
