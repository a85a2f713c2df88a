import type { Exchange, Purpose } from '../../runner/history/entry/exchange.ts'
import { excerpt, list } from '../../runner/history/reading/words.ts'
import type { Report } from '../../runner/report/report.ts'
import { clause } from '../../spec/clauses.ts'
import { OPEN_POINTS } from '../../spec/open-points.ts'

const LONGEST = 300

/** What an exchange was for, in words. Safe to print. */
export function purposeInWords({ purpose, again }: Exchange): string[] {
  const { case: one, ...rest } = purpose
  return [
    `${partInWords(rest)}${one === undefined ? '' : `: ${excerpt(one, LONGEST)}`}`,
    ...(rest.repeats === undefined ? [] : [`asks exchange ${rest.repeats} again: is it always so, or now and then?`]),
    ...(rest.foils?.length
      ? [`${exchanges(rest.foils)} made more basic mistakes, which have to be refused as well`]
      : []),
    ...(rest.breaks === undefined ? [] : [`breaks ${rest.breaks}: ${clause(rest.breaks).rule}`]),
    ...(rest.open === undefined ? [] : [`left open by the specification: ${questionOf(rest.open)}`]),
    ...(rest.foreign === undefined
      ? []
      : [`asks for the job of exchange ${rest.foreign}, which this key must not see`]),
    ...(rest.near === undefined ? [] : [`its id was made from that of a job, ${excerpt(rest.near, LONGEST)}`]),
    ...(rest.tries?.length ? [`tries ${list(rest.tries.map((each) => excerpt(each, LONGEST)))}`] : []),
    ...(rest.opinion === undefined || rest.opinion === 'open' ? [] : [`the law would ${rest.opinion} its body`]),
    ...(rest.keyLeftOut ? ['whoever recorded it left out who asks'] : []),
    ...againInWords(again),
  ]
}

function partInWords({ part, twin, job }: Purpose | Omit<Purpose, 'case'>): string {
  const ofJob = job === undefined ? '' : ` of the job that exchange ${job} submitted`
  const beside = twin === undefined ? '' : `, with exchange ${twin} to compare it with`
  const words = {
    twin: `a good request${ofJob}, to compare others with`,
    probe: twin === undefined ? 'a request that has to be refused' : `exchange ${twin} with one thing wrong`,
    control: `a good request in between: does it still succeed?`,
    introduction: `getting acquainted with the server${ofJob}`,
    submission: `submits a job${beside}`,
    poll: `a poll${ofJob}`,
    observation: `an observation${ofJob}${beside}; whatever comes is fine`,
  }
  return words[part]
}

function againInWords(again: Exchange['again']): string[] {
  if (!again || again.attempts.length === 0) return []
  const control = again.control === undefined ? '' : `, with the good exchange ${again.control} in between`
  return [`tried again after ${exchanges(again.attempts)}${control}`]
}

const exchanges = (numbers: readonly number[]) =>
  `${numbers.length === 1 ? 'exchange' : 'exchanges'} ${list(numbers.map(String))}`

const questionOf = (id: string) => OPEN_POINTS.find((point) => point.id === id)?.question ?? id

/** What the engine sends for all checks together. */
const BY_THE_ENGINE: Record<string, string> = {
  introduction: 'the introduction, by which every run gets acquainted with its server',
  jobs: 'the engine, which brings each job to its end',
  closing: 'the engine, which reads each job once more when the run ends',
  foils: 'several checks: a plainer mistake that would explain what they find',
}

const MOST_CHECKS = 4

/** Which check or phase sent it, and what for. `sharers`: the checks for which a phase was done. */
export function senderInWords(by: string, report: Report, sharers: readonly string[]): string {
  const check = report.checks.find(({ id }) => id === by)
  if (check) return `${check.id} of the suite ${check.suite}, which checks ${check.clause}: ${check.title}`
  const engine = BY_THE_ENGINE[by]
  if (engine !== undefined) return engine
  if (sharers.length === 0) return excerpt(by, LONGEST)
  const more = sharers.length > MOST_CHECKS ? ` and ${sharers.length - MOST_CHECKS} more` : ''
  return `${excerpt(by, LONGEST)}, done for ${sharers.slice(0, MOST_CHECKS).join(', ')}${more}`
}
