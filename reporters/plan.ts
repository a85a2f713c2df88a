import type { RunPlan } from '../runner/run/plan.ts'
import { counted } from './counted.ts'

/** What a run costs at most, in one line, before it begins. */
export function planLine(plan: RunPlan, baseUrl: string): string {
  const { jobs, requests, deadlineSeconds, pollIntervalSeconds } = plan
  const polls =
    jobs === 0
      ? ''
      : requests === plan.mostRequests
        ? ', polls included'
        : `, a poll every ${pollIntervalSeconds} s for each unfinished job`
  return `${baseUrl}: at most ${jobsInWords(plan)} and ${counted(requests, 'request')}${polls}, and ${deadlineSeconds} s.`
}

const jobsInWords = ({ jobs, videoSeconds }: { jobs: number; videoSeconds: number }) =>
  `${counted(jobs, 'job')} (${Math.ceil(videoSeconds)} s of video)`

function secondLooksLine({ secondLooks: { requests, jobs, videoSeconds }, ...plan }: RunPlan): string {
  const seen = 'Where something odd is seen,'
  if (jobs > 0)
    return `${seen} taking it apart and looking twice may cost up to ${jobsInWords({ jobs, videoSeconds })} more.`
  if (Math.ceil(videoSeconds) === 0 && requests === 0) return `${seen} a second look takes the place of something else.`
  if (Math.ceil(videoSeconds) === 0) return `${seen} a second look costs requests, and no further job.`
  const all = Math.ceil(plan.videoSeconds + videoSeconds)
  return `${seen} longer jobs may take the place of shorter ones, up to ${all} s of video in all, and no further job is made.`
}

/** What holds whatever a server does. */
function ceilingLine({ limits: { maxJobs, maxVideoSeconds }, mostRequests }: RunPlan): string {
  const bounds = [
    ...(maxJobs === undefined ? [] : [counted(maxJobs, 'job')]),
    ...(maxVideoSeconds === undefined ? [] : [`${maxVideoSeconds} s of video`]),
    ...(mostRequests === undefined ? [] : [counted(mostRequests, 'request')]),
  ]
  const never = bounds.length === 0 ? '' : `Whatever the server does: at most ${bounds.join(', ')}.`
  const open = [
    ...(maxJobs === undefined && maxVideoSeconds === undefined ? ['--max-jobs'] : []),
    ...(maxJobs !== undefined && maxJobs > 0 && maxVideoSeconds === undefined ? ['--max-video-seconds'] : []),
  ]
  const may = {
    '--max-jobs': 'A server that accepts what it has to refuse may cost more jobs; --max-jobs bounds them all.',
    '--max-video-seconds':
      'A server that accepts what it has to refuse may cost more video; --max-video-seconds bounds it all.',
  }
  return [
    ...open.map((option) => may[option as keyof typeof may]),
    ...(never ? [never] : []),
    'Nothing was sent.',
  ].join(' ')
}

/** What a limit leaves untried, where it leaves some. */
function cutLines({ wanted, ...plan }: RunPlan): string[] {
  const cut = [
    ...(plan.jobs < wanted.jobs ? [jobsInWords(wanted)] : []),
    ...(plan.requests < wanted.requests && plan.requests === plan.mostRequests
      ? [counted(wanted.requests, 'request')]
      : []),
  ]
  if (cut.length === 0) return []
  return [`All of it would take ${cut.join(' and ')}: what the limits leave untried is said, and has no verdict.`]
}

/** `time`: how long it will take, in words. */
export function planReport(plan: RunPlan, baseUrl: string, time: readonly string[], quiet = false): string {
  const lines = [planLine(plan, baseUrl), secondLooksLine(plan), ceilingLine(plan), ...cutLines(plan), ...time]
  if (quiet) return `${lines.join('\n')}\n`
  const skipped = plan.suites.flatMap((suite) => suite.skipped.map(({ id, why }) => `  ${id}: ${why}`))
  return [...lines, '', ...table(plan), ...(skipped.length > 0 ? ['', 'Left out:', ...skipped] : []), ''].join('\n')
}

function table({ suites, besides }: RunPlan): string[] {
  const rows = suites.map(({ name, checks, observations, requests }) => [
    name,
    String(checks),
    String(observations),
    String(requests),
  ])
  const others = besides.map(({ name, requests }) => [name, '', '', String(requests)])
  return columns([['suite', 'checks', 'observations', 'requests'], ...rows, ...others])
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
}
