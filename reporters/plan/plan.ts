import { POLL_INTERVAL_MS } from '../../engine/config/configuration.ts'
import { isOnThisMachine } from '../../engine/config/target.ts'
import { list } from '../../engine/history/reading/words.ts'
import type { RunPlan } from '../../engine/run/planning/plan.ts'
import { limitInWords } from '../outcome/videos.ts'
import { cut } from '../terminal/wrapping.ts'
import { counted } from '../words/counted.ts'
import { leftOutLines } from './left-out.ts'
import { limitOfTime } from './time.ts'

/** The limits of a run in one line, before it begins. */
export function planLine(plan: RunPlan, baseUrl: string): string {
  const { atMost, jobs, videoSeconds, deadlineSeconds } = plan
  const usual =
    jobs === atMost.jobs || atMost.jobs === 0
      ? ''
      : ` (${counted(jobs, 'job')} with ${jobsCost(videoSeconds, moneyIn(plan, 'most'))} if the server conforms)`
  const polls = atMost.jobs === 0 ? '' : arePollsIncluded(plan) ? ', polls included' : ' plus polls'
  const read = atMost.downloadBytes === 0 ? '' : `, ${limitInWords(atMost.downloadBytes)} of video downloads`
  return `${baseUrl}: at most ${jobsInWords(atMost, moneyIn(plan, 'atMost'))}${usual}, ${counted(atMost.requests, 'request')}${polls}${read}, ${limitOfTime(deadlineSeconds)}.`
}

const arePollsIncluded = ({ atMost, mostRequests }: RunPlan) => atMost.requests === mostRequests

/** The limits of a run as a table: on a server that conforms, and on any. */
function limitsTable(plan: RunPlan, baseUrl: string): string[] {
  const { atMost, cost, deadlineSeconds } = plan
  const time = limitOfTime(deadlineSeconds)
  return [
    `Server: ${baseUrl}`,
    '',
    ...columns([
      ['', 'conforming server (maximum)', 'any server (maximum)'],
      ['jobs', `${plan.jobs}`, `${atMost.jobs}`],
      ['seconds of video', `${Math.ceil(plan.videoSeconds)}`, `${Math.ceil(atMost.videoSeconds)}`],
      ...(cost === undefined ? [] : [[`cost (${cost.unit})`, cost.most, cost.atMost]]),
      [
        `requests${atMost.jobs > 0 && arePollsIncluded(plan) ? ' (polls included)' : ''}`,
        `${plan.requests}`,
        `${atMost.requests}`,
      ],
      ...(atMost.downloadBytes === 0
        ? []
        : [['video downloads', limitInWords(plan.downloadBytes), limitInWords(atMost.downloadBytes)]]),
      ['run time (--deadline)', time, time],
    ]),
    ...pollsLines(plan, baseUrl),
    '',
  ]
}

function pollsLines(plan: RunPlan, baseUrl: string): string[] {
  const { atMost, pollIntervalSeconds, deadlineSeconds } = plan
  if (atMost.jobs === 0 || arePollsIncluded(plan)) return []
  if (pollIntervalSeconds >= deadlineSeconds) return ['Polls of unfinished jobs are additional requests.']
  const isLoopback = URL.canParse(baseUrl) && isOnThisMachine(new URL(baseUrl))
  const isDefault = isLoopback && pollIntervalSeconds * 1000 === POLL_INTERVAL_MS.loopback
  const why = isDefault ? ' (local server)' : ''
  return [`Additional requests: 1 poll per unfinished job every ${pollIntervalSeconds} s${why}.`]
}

const jobsInWords = ({ jobs, videoSeconds }: { jobs: number; videoSeconds: number }, money?: string) =>
  `${counted(jobs, 'job')} with ${jobsCost(videoSeconds, money)}`

const jobsCost = (videoSeconds: number, money?: string) =>
  `${Math.ceil(videoSeconds)} s of video${money === undefined ? '' : ` for ${money}`}`

const moneyIn = ({ cost }: RunPlan, what: 'most' | 'atMost' | 'wanted') =>
  cost === undefined ? undefined : `${cost[what]} ${cost.unit}`

/** What the maximums mean, and which options lower them. */
function limitsLines({ atMost, limits, cost, jobs }: RunPlan, sent: number): string[] {
  const soFar =
    sent === 0
      ? 'No request was sent.'
      : `${counted(sent, 'request')} ${sent === 1 ? 'was' : 'were'} sent, which cannot create a job.`
  if (atMost.jobs === 0) return [`The run sends no submissions, since each may create a job. ${soFar}`]
  const unused = [
    ...(limits.maxJobs === undefined ? ['--max-jobs'] : []),
    ...(limits.maxVideoSeconds === undefined ? ['--max-video-seconds'] : []),
    ...(cost && cost.maxCost === undefined ? ['--max-cost'] : []),
  ]
  const why = `The run creates more than ${counted(jobs, 'job')} only to confirm failures, or if the server accepts invalid requests.`
  return [
    ...(jobs < atMost.jobs ? [why] : []),
    `${unused.length === 0 ? '' : `Use ${list(unused)} to lower these limits. `}${soFar}`,
  ]
}

const isCutIn = {
  jobs: ({ wanted, ...plan }: RunPlan) =>
    plan.jobs < wanted.jobs ||
    (plan.cost !== undefined && plan.cost.most !== plan.cost.wanted) ||
    Math.ceil(plan.videoSeconds) < Math.ceil(wanted.videoSeconds),
  requests: ({ wanted, requests, mostRequests }: RunPlan) => requests < wanted.requests && requests === mostRequests,
}

/** What a limit leaves out, if anything. */
function cutLines(plan: RunPlan): string[] {
  const cut = [
    ...(isCutIn.jobs(plan) ? [jobsInWords(plan.wanted, moneyIn(plan, 'wanted'))] : []),
    ...(isCutIn.requests(plan) ? [counted(plan.wanted.requests, 'request')] : []),
  ]
  if (cut.length === 0) return []
  return [`Without these limits the run would need ${cut.join(' and ')}; clauses beyond the limits will not be tested.`]
}

export type PlanManner = {
  width: number
  quiet?: boolean
  verbose?: boolean
  /** Requests that were sent to measure the server. */
  sent?: number
  /** What each suite tests, in a few words. */
  abouts?: ReadonlyMap<string, string>
}

/** `time`: how long it will take, in words. */
export function planReport(plan: RunPlan, baseUrl: string, time: readonly string[], manner: PlanManner): string {
  const lines = [...limitsTable(plan, baseUrl), ...limitsLines(plan, manner.sent ?? 0), ...cutLines(plan), ...time]
  if (manner.quiet) return `${lines.join('\n')}\n`
  return [...lines, '', ...table(plan, manner), ...leftOutLines(plan.suites, manner), ''].join('\n')
}

/**
 * Without exact numbers of requests, since a small budget is distributed among the suites depending on the responses.
 */
function table(plan: RunPlan, { width, abouts }: PlanManner): string[] {
  const isDealtOut = !isCutIn.requests(plan)
  const rows = plan.suites.map(({ name, checks, observations, requests }) => [name, checks, observations, requests])
  const others = plan.besides.map(({ name, requests }) => [name, '', '', requests])
  const all = [['suite', 'checks', 'open points', 'requests'], ...rows, ...(isDealtOut ? others : [])]
  const lines = columns(all.map((row) => row.slice(0, isDealtOut ? 4 : 3).map(String))).map((line, index) => {
    const about = abouts?.get(String(all[index]![0]))
    return about === undefined ? line : cut(`${line}  ${about}`, width)
  })
  const isOfOthers =
    isDealtOut && plan.suites.some((each) => each.requests === 0 && each.checks + each.observations > 0)
  return [...lines, ...(isOfOthers ? ['0 requests: these checks read the exchanges of other suites.'] : [])]
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
}
