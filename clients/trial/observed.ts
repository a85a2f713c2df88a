import type { Moment } from '../../runner/report/clients/report.ts'
import type { Trial } from './trial.ts'

type Come = Pick<Trial, 'moments' | 'jobs' | 'ended'>

/** What people want to know of a scenario, and nobody judges. */
export function observedIn({ moments, jobs, ended }: Come): string[] {
  return [...afterALostSubmission(moments, jobs), ...afterATroubledDownload(moments), ...left(ended)]
}

function afterALostSubmission(moments: readonly Moment[], jobs: number): string[] {
  const lost = moments.findIndex(({ kind, lost }) => kind === 'submission' && lost === true)
  if (lost < 0) return []
  const again = moments.slice(lost + 1).filter(({ kind }) => kind === 'submission').length
  if (again === 0) return ['The answer to its submission was lost, and it did not submit again: one job was made.']
  return [
    `The answer to its submission was lost, and it submitted again: ${jobs} jobs were made, and each is paid for.`,
  ]
}

function afterATroubledDownload(moments: readonly Moment[]): string[] {
  const first = moments.findIndex(
    ({ kind, lost, status }) => kind === 'fetch' && (lost === true || (status ?? 0) >= 400),
  )
  if (first < 0) return []
  const what = moments[first]!.lost ? 'Its download was cut off' : 'The url of its video had expired'
  const later = moments.slice(first + 1)
  const came = [
    ...(later.some(({ kind }) => kind === 'submission') ? ['made another video'] : []),
    ...(later.some(({ kind }) => kind === 'poll') ? ['polled for a url again'] : []),
    ...(later.some(({ kind }) => kind === 'fetch') ? ['fetched again'] : []),
  ]
  const isWhole = later.some(
    ({ kind, lost, status }) => kind === 'fetch' && !lost && (status === 200 || status === 206),
  )
  const end = isWhole ? 'and has the video' : 'and has no video'
  return [`${what}: it ${came.length === 0 ? 'did nothing more' : came.join(', ')}, ${end}.`]
}

function left({ leftBehind }: Trial['ended']): string[] {
  if (leftBehind.length === 0) return []
  const named = leftBehind.map(({ pid, name }) => `${name} (${pid})`).join(', ')
  return [`It ended and left running: ${named}. That was ended, too.`]
}
