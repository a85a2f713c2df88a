import type { RunPlan } from '../../runner/run/planning/plan.ts'
import { limitInWords } from '../outcome/videos.ts'
import { counted } from '../words/counted.ts'
import { leftOutLines } from './left-out.ts'

/** What a run costs at most, in one line, before it begins. */
export function planLine(plan: RunPlan, baseUrl: string): string {
  const { jobs, requests, ifUnusual, deadlineSeconds } = plan
  const polls = jobs === 0 ? '' : pollsInWords(plan)
  const longer = ifUnusual.requests > requests ? ` (${ifUnusual.requests} where getting acquainted takes more)` : ''
  const read = plan.downloadBytes === 0 ? '' : `, up to ${limitInWords(plan.downloadBytes)} of videos`
  return `${baseUrl}: at most ${jobsInWords(plan, moneyIn(plan, 'most'))} and ${counted(requests, 'request')}${longer}${polls}${read}, and ${deadlineSeconds} s.`
}

function pollsInWords({ requests, mostRequests, pollIntervalSeconds, deadlineSeconds }: RunPlan): string {
  if (requests === mostRequests) return ', polls included'
  if (pollIntervalSeconds >= deadlineSeconds) return ', polls of unfinished jobs aside'
  return `, a poll every ${pollIntervalSeconds} s for each unfinished job`
}

const jobsInWords = ({ jobs, videoSeconds }: { jobs: number; videoSeconds: number }, money?: string) =>
  `${counted(jobs, 'job')} (${Math.ceil(videoSeconds)} s of video${money === undefined ? '' : `, ${money}`})`

const moneyIn = ({ cost }: RunPlan, what: 'most' | 'withSecondLooks' | 'wanted' | 'maxCost') =>
  cost?.[what] === undefined ? undefined : `${cost[what]} ${cost.unit}`

/** Where a bad image becomes a job, others are left out. */
function takenOnLines({ requests, ifTakenOn }: RunPlan): string[] {
  if (ifTakenOn.requests >= requests) return []
  return [
    `A server that makes jobs of all that it may refuse is sent no more than ${counted(ifTakenOn.requests, 'request')} of these.`,
  ]
}

function secondLooksLine(planned: RunPlan): string {
  const { secondLooks, ...plan } = planned
  const seen = 'Where something odd is seen,'
  const money = moneyIn(planned, 'withSecondLooks')
  const all = { jobs: plan.jobs + secondLooks.jobs, videoSeconds: plan.videoSeconds + secondLooks.videoSeconds }
  const requests = counted(plan.requests + secondLooks.requests, 'request')
  if (secondLooks.jobs > 0)
    return `${seen} taking it apart and looking twice may cost more, up to ${jobsInWords(all, money)} and ${requests} in all.`
  if (Math.ceil(secondLooks.videoSeconds) > 0)
    return `${seen} longer jobs may take the place of shorter ones, up to ${Math.ceil(all.videoSeconds)} s of video${money === undefined ? '' : ` (${money})`} in all, and no further job is made.`
  if (plan.cost && plan.cost.withSecondLooks !== plan.cost.most)
    return `${seen} dearer jobs may take the place of cheaper ones, up to ${money} in all, and no further job is made.`
  if (secondLooks.requests === 0) return `${seen} a second look takes the place of something else.`
  return `${seen} a second look costs requests, up to ${requests} in all, and no ${plan.jobs === 0 ? '' : 'further '}job.`
}

/** What holds whatever a server does. */
function ceilingLine(plan: RunPlan): string {
  const { limits, mostRequests, secondLooks } = plan
  const { maxVideoSeconds } = limits
  // With few requests there can be no more jobs than are planned anyway.
  const isTight = plan.mostJobs !== undefined && plan.mostJobs <= plan.jobs + secondLooks.jobs
  const maxJobs = limits.maxJobs === undefined ? (isTight ? plan.mostJobs : undefined) : plan.mostJobs
  const bounds = [
    ...(maxJobs === undefined ? [] : [counted(maxJobs, 'job')]),
    ...(maxVideoSeconds === undefined ? [] : [`${maxVideoSeconds} s of video`]),
    ...(plan.cost?.maxCost === undefined ? [] : [moneyIn(plan, 'maxCost')]),
    ...(mostRequests === undefined ? [] : [counted(mostRequests, 'request')]),
  ]
  const may = {
    jobs: 'A server that accepts what it has to refuse may cost more jobs; --max-jobs bounds them all.',
    video: 'A server that accepts what it has to refuse may cost more video; --max-video-seconds bounds it all.',
  }
  return [
    ...(maxJobs === undefined && maxVideoSeconds === undefined ? [may.jobs] : []),
    ...(maxJobs !== undefined && maxJobs > 0 && maxVideoSeconds === undefined ? [may.video] : []),
    ...(bounds.length === 0 ? [] : [`Whatever the server does: at most ${bounds.join(', ')}.`]),
    ...(plan.mostJobs === 0 ? ['No submission is sent, since each may become a job.'] : []),
    ...(plan.cost && plan.cost.maxCost === undefined ? ['--max-cost bounds what is paid.'] : []),
    'Nothing was sent.',
  ].join(' ')
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
  return [
    `All of it would take ${cut.join(' and ')} without these limits: what is beyond them will be left out, and has no verdict.`,
  ]
}

export type PlanManner = { width: number; quiet?: boolean; verbose?: boolean }

/** `time`: how long it will take, in words. */
export function planReport(plan: RunPlan, baseUrl: string, time: readonly string[], manner: PlanManner): string {
  const first = [planLine(plan, baseUrl), ...takenOnLines(plan), secondLooksLine(plan)]
  const lines = [...first, ceilingLine(plan), ...cutLines(plan), ...time]
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
