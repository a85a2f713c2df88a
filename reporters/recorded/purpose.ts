import type { Exchange, Purpose } from '../../engine/history/entry/exchange.ts'
import { FOILS, INTRODUCTION, LEFTOVERS, OBSERVED } from '../../engine/history/entry/senders.ts'
import { excerpt, list } from '../../engine/history/reading/words.ts'
import { clause } from '../../spec/clauses.ts'
import { OPEN_POINTS } from '../../spec/open-points.ts'
import type { Report } from '../outcome/report.ts'

const LONGEST = 300

/** The purpose of an exchange, in words. Safe to print. */
export function purposeInWords({ purpose, again }: Exchange): string[] {
  const { case: one, ...rest } = purpose
  return [
    `${partInWords(rest)}${one === undefined ? '' : `: ${excerpt(one, LONGEST)}`}`,
    ...(rest.repeats === undefined ? [] : [`repeats exchange ${rest.repeats} to see whether the result is consistent`]),
    ...(rest.foils?.length
      ? [
          `${exchanges(rest.foils)} ${rest.foils.length === 1 ? 'has a simpler defect' : 'have simpler defects'} of the same kind`,
        ]
      : []),
    ...(rest.breaks === undefined ? [] : [`violates ${rest.breaks}: ${clause(rest.breaks).rule}`]),
    ...(rest.open === undefined ? [] : [`left open by the specification: ${questionOf(rest.open)}`]),
    ...(rest.foreign === undefined
      ? []
      : [`requests the job of exchange ${rest.foreign}, which this key must not read`]),
    ...(rest.near === undefined ? [] : [`the id is a modified form of the job id ${excerpt(rest.near, LONGEST)}`]),
    ...(rest.tries?.length ? [`tests ${list(rest.tries.map((each) => excerpt(each, LONGEST)))}`] : []),
    ...(rest.opinion === undefined || rest.opinion === 'open'
      ? []
      : [`by the specification, the server should ${rest.opinion} this body`]),
    ...(rest.keyLeftOut ? ['the recorder omitted the key'] : []),
    ...againInWords(again),
  ]
}

function partInWords({ by, part, twin, job }: Purpose | Omit<Purpose, 'case'>): string {
  const ofJob = job === undefined ? '' : ` (job of exchange ${job})`
  const beside = twin === undefined ? '' : `, compared with exchange ${twin}`
  if (by === OBSERVED && part === 'observation') return `client request${ofJob}`
  const words = {
    twin: `control request${ofJob}`,
    probe: twin === undefined ? 'request that the server must reject' : `exchange ${twin} with one defect`,
    control: 'control request between probes: it must still succeed',
    introduction: `discovery${ofJob}`,
    submission: `job submission${beside}`,
    poll: `poll${ofJob}`,
    observation: `observation${ofJob}${beside}; any response passes`,
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

/** Requests that serve all checks. */
const BY_THE_ENGINE: Record<string, string> = {
  [INTRODUCTION]: 'discovery at the start of the run',
  jobs: 'poller',
  closing: 'last poll of each job, at the end of the run',
  [OBSERVED]: 'client',
  [LEFTOVERS]: 'poller of leftover jobs',
  [FOILS]: 'simpler defects, sent for several checks',
}

const MOST_CHECKS = 4

/** The check or phase that sent it, as lines. `sharers`: the checks that share a phase. */
export function senderInWords(by: string, report: Report, sharers: readonly string[]): string[] {
  const check = report.checks.find(({ id }) => id === by)
  if (check) {
    return [
      `  check         ${check.id} (suite ${check.suite}): ${check.title}`,
      `  clause        ${check.clause}: ${clause(check.clause).rule}`,
    ]
  }
  const engine = BY_THE_ENGINE[by]
  const phase = `  sent by       ${engine ?? excerpt(by, LONGEST)}`
  if (engine !== undefined || sharers.length === 0) return [phase]
  const more = sharers.length > MOST_CHECKS ? ` and ${sharers.length - MOST_CHECKS} more` : ''
  return [phase, `  checks        ${sharers.slice(0, MOST_CHECKS).join(', ')}${more}`]
}
