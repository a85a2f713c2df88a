import { list } from '../../runner/history/reading/words.ts'
import type { RunPlan } from '../../runner/run/planning/plan.ts'
import { POLL_INTERVAL_MS } from '../../runner/settings/configuration.ts'
import { isOnThisMachine } from '../../runner/settings/target.ts'
import { limitInWords } from '../outcome/videos.ts'
import { counted } from '../words/counted.ts'
import { leftOutLines } from './left-out.ts'

/** What a run costs at most, in one line, before it begins; and what it costs on a server that conforms. */
export function planLine(plan: RunPlan, baseUrl: string): string {
  const { atMost, jobs, deadlineSeconds } = plan
  const usual =
    jobs === atMost.jobs || atMost.jobs === 0
      ? ''
      : ` (${jobsInWords(plan, moneyIn(plan, 'most'))} if the server conforms)`
  const polls = atMost.jobs === 0 ? '' : pollsInWords(plan, baseUrl)
  const read = atMost.downloadBytes === 0 ? '' : `, up to ${limitInWords(atMost.downloadBytes)} of video downloads`
  return `${baseUrl}: at most ${jobsInWords(atMost, moneyIn(plan, 'atMost'))}${usual}, ${counted(atMost.requests, 'request')}${polls}${read}, and ${deadlineSeconds} s.`
}

function pollsInWords(
  { atMost, mostRequests, pollIntervalSeconds, deadlineSeconds }: RunPlan,
  baseUrl: string,
): string {
  if (atMost.requests === mostRequests) return ', polls included'
  if (pollIntervalSeconds >= deadlineSeconds) return ' plus polls of unfinished jobs'
  const isDefault = pollIntervalSeconds * 1000 === POLL_INTERVAL_MS.loopback && isOnThisMachine(new URL(baseUrl))
  const why = isDefault ? ' (local server)' : ''
  return ` plus a poll every ${pollIntervalSeconds} s${why} per unfinished job`
}

const jobsInWords = ({ jobs, videoSeconds }: { jobs: number; videoSeconds: number }, money?: string) =>
  `${counted(jobs, 'job')} with ${Math.ceil(videoSeconds)} s of video${money === undefined ? '' : ` for ${money}`}`

const moneyIn = ({ cost }: RunPlan, what: 'most' | 'atMost' | 'wanted') =>
  cost === undefined ? undefined : `${cost[what]} ${cost.unit}`

/** What brings it down. */
function limitsLine({ atMost, limits, cost, jobs }: RunPlan): string {
  if (atMost.jobs === 0) return 'The run sends no submissions, since each may create a job. This command sent nothing.'
  const unused = [
    ...(limits.maxJobs === undefined ? ['--max-jobs'] : []),
    ...(limits.maxVideoSeconds === undefined ? ['--max-video-seconds'] : []),
    ...(cost && cost.maxCost === undefined ? ['--max-cost'] : []),
  ]
  const lower = unused.length === 0 ? '' : `${list(unused)} ${unused.length === 1 ? 'lowers' : 'lower'} that. `
  return `More than ${counted(jobs, 'job')} only to confirm failures, or if the server accepts invalid requests. ${lower}This command sent nothing.`
}

const isCutIn = {
  jobs: ({ wanted, ...plan }: RunPlan) =>
    plan.jobs < wanted.jobs ||
    (plan.cost !== undefined && plan.cost.most !== plan.cost.wanted) ||
    Math.ceil(plan.videoSeconds) < Math.ceil(wanted.videoSeconds),
  requests: ({ wanted, requests, mostRequests }: RunPlan) => requests < wanted.requests && requests === mostRequests,
}

/** What a limit leaves untried, where it leaves some. */
function cutLines(plan: RunPlan): string[] {
  const cut = [
    ...(isCutIn.jobs(plan) ? [jobsInWords(plan.wanted, moneyIn(plan, 'wanted'))] : []),
    ...(isCutIn.requests(plan) ? [counted(plan.wanted.requests, 'request')] : []),
  ]
  if (cut.length === 0) return []
  return [`Without these limits the run would need ${cut.join(' and ')}; clauses beyond the limits will not be tested.`]
}

export type PlanManner = { width: number; quiet?: boolean; verbose?: boolean }

/** `time`: how long it will take, in words. */
export function planReport(plan: RunPlan, baseUrl: string, time: readonly string[], manner: PlanManner): string {
  const lines = [planLine(plan, baseUrl), limitsLine(plan), ...cutLines(plan), ...time]
  if (manner.quiet) return `${lines.join('\n')}\n`
  return [...lines, '', ...table(plan), ...leftOutLines(plan.suites, manner), ''].join('\n')
}

/** How few requests are dealt out among the suites depends on the answers, so then nothing is said of it. */
function table(plan: RunPlan): string[] {
  const isDealtOut = !isCutIn.requests(plan)
  const rows = plan.suites.map(({ name, checks, observations, requests }) => [name, checks, observations, requests])
  const others = plan.besides.map(({ name, requests }) => [name, '', '', requests])
  const all = [['suite', 'checks', 'observations', 'requests'], ...rows, ...(isDealtOut ? others : [])]
  return columns(all.map((row) => row.slice(0, isDealtOut ? 4 : 3).map(String)))
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
}
