import type { RunPlan } from '../runner/run/plan.ts'

/** What a run costs at most, in one line, before it begins. */
export function planLine(plan: RunPlan, baseUrl: string): string {
  const { jobs, videoSeconds, requests, deadlineSeconds, pollIntervalSeconds } = plan
  const job = `${jobs} ${jobs === 1 ? 'job' : 'jobs'} (${Math.ceil(videoSeconds)} s of video)`
  return `${baseUrl}: at most ${job} and ${requests} requests, a poll every ${pollIntervalSeconds} s for each unfinished job, and ${deadlineSeconds} s.`
}

function secondLooksLine({ jobs, videoSeconds }: RunPlan['secondLooks']): string {
  if (jobs === 0) return 'Where something odd is seen, a second look costs requests, and no job.'
  return `Where something odd is seen, taking it apart and looking twice may cost up to ${jobs} jobs (${Math.ceil(videoSeconds)} s) more.`
}

export function planReport(plan: RunPlan, baseUrl: string): string {
  const rows = plan.suites.map(({ name, checks, observations, requests }) => [
    name,
    String(checks),
    String(observations),
    String(requests),
  ])
  const table = columns([['suite', 'checks', 'observations', 'requests'], ...rows])
  const skipped = plan.suites.flatMap((suite) => suite.skipped.map(({ id, why }) => `  ${id}: ${why}`))
  return [
    planLine(plan, baseUrl),
    secondLooksLine(plan.secondLooks),
    'A server that accepts what it has to refuse may cost more jobs; --max-jobs bounds them all. Nothing was sent.',
    '',
    ...table,
    ...(skipped.length > 0 ? ['', 'Left out:', ...skipped] : []),
    '',
  ].join('\n')
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
}
