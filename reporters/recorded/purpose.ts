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
    ...(rest.repeats === undefined ? [] : [`repeats exchange ${rest.repeats} to see whether the result is consistent`]),
    ...(rest.foils?.length
      ? [`${exchanges(rest.foils)} sent more basic mistakes, which the server must also reject`]
      : []),
    ...(rest.breaks === undefined ? [] : [`breaks ${rest.breaks}: ${clause(rest.breaks).rule}`]),
    ...(rest.open === undefined ? [] : [`left open by the specification: ${questionOf(rest.open)}`]),
    ...(rest.foreign === undefined
      ? []
      : [`requests the job of exchange ${rest.foreign}, which this key must not see`]),
    ...(rest.near === undefined ? [] : [`its id is a modified job id, ${excerpt(rest.near, LONGEST)}`]),
    ...(rest.tries?.length ? [`tests ${list(rest.tries.map((each) => excerpt(each, LONGEST)))}`] : []),
    ...(rest.opinion === undefined || rest.opinion === 'open'
      ? []
      : [`by the specification, the server should ${rest.opinion} this body`]),
    ...(rest.keyLeftOut ? ['the recorder omitted the key'] : []),
    ...againInWords(again),
  ]
}

function partInWords({ part, twin, job }: Purpose | Omit<Purpose, 'case'>): string {
  const ofJob = job === undefined ? '' : ` of the job that exchange ${job} submitted`
  const beside = twin === undefined ? '' : `, compared with exchange ${twin}`
  const words = {
    twin: `a control request${ofJob}`,
    probe: twin === undefined ? 'a request that the server must reject' : `exchange ${twin} with one defect`,
    control: 'a control request in between: does it still succeed?',
    introduction: `discovery${ofJob}`,
    submission: `submits a job${beside}`,
    poll: `a poll${ofJob}`,
    observation: `an observation${ofJob}${beside}; any response passes`,
  }
  return words[part]
}

function againInWords(again: Exchange['again']): string[] {
  if (!again || again.attempts.length === 0) return []
  const control = again.control === undefined ? '' : `, with control exchange ${again.control} in between`
  return [`retried after ${exchanges(again.attempts)}${control}`]
}

const exchanges = (numbers: readonly number[]) =>
  `${numbers.length === 1 ? 'exchange' : 'exchanges'} ${list(numbers.map(String))}`

const questionOf = (id: string) => OPEN_POINTS.find((point) => point.id === id)?.question ?? id

/** What the engine sends for all checks together. */
const BY_THE_ENGINE: Record<string, string> = {
  introduction: 'discovery, which starts every run',
  jobs: 'the engine, which polls each job to completion',
  closing: 'the engine, which reads each job again at the end of the run',
  foils: 'several checks: a more basic mistake that would explain their findings',
}

const MOST_CHECKS = 4

/** Which check or phase sent it, and what for. `sharers`: the checks for which a phase was done. */
export function senderInWords(by: string, report: Report, sharers: readonly string[]): string {
  const check = report.checks.find(({ id }) => id === by)
  if (check) return `${check.id} (suite ${check.suite}), which checks ${check.clause}: ${check.title}`
  const engine = BY_THE_ENGINE[by]
  if (engine !== undefined) return engine
  if (sharers.length === 0) return excerpt(by, LONGEST)
  const more = sharers.length > MOST_CHECKS ? ` and ${sharers.length - MOST_CHECKS} more` : ''
  return `${excerpt(by, LONGEST)}, for ${sharers.slice(0, MOST_CHECKS).join(', ')}${more}`
}
