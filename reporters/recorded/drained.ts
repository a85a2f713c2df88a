import { excerpt, list, printable } from '../../runner/history/reading/words.ts'
import type { Uncertain } from '../../runner/report/uncertain.ts'
import type { Drained } from '../../runner/run/resume/drain.ts'
import { lostInWords } from '../outcome/spent.ts'
import { counted } from '../words/counted.ts'

const MOST_NAMED = 5

/** What became of the jobs that a run had left, one a line, and what nobody can ask for. */
export function drainedInWords(jobs: readonly Drained[], uncertain: readonly Uncertain[], lost = 0): string {
  const lines = jobs.map((job) => `${printable(excerpt(job.id, 100))}: ${job.kind === 'final' ? job.status : job.why}`)
  const left = jobs.filter(({ kind }) => kind === 'left').length
  const named = uncertain.slice(0, MOST_NAMED).map(({ n, by }) => `${n} by ${by}`)
  const unknown =
    uncertain.length === 0
      ? []
      : [
          `${counted(uncertain.length, 'submission')} without an answer (${list(named)}${uncertain.length > MOST_NAMED ? ' …' : ''}): what became of ${uncertain.length === 1 ? 'it' : 'them'} nobody can ask, for no id is known.`,
        ]
  const unread = lost === 0 ? [] : [`${lostInWords(lost)}, whose job nobody can ask for.`]
  return [...lines, ...unknown, ...unread, conclusionOf(jobs.length, left), '']
    .map((line) => printable(line))
    .join('\n')
}

function conclusionOf(jobs: number, left: number): string {
  if (jobs === 0) return 'That run left no job behind of which it knew.'
  if (left === 0) return jobs === 1 ? 'The job has ended.' : `All ${jobs} jobs have ended.`
  return `${left} of ${counted(jobs, 'job')} could not be brought to ${jobs === 1 ? 'its end' : 'their ends'}.`
}
