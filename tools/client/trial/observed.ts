import type { Moment } from '../../../reporters/outcome/clients/report.ts'
import type { Trial } from './trial.ts'

type Come = Pick<Trial, 'moments' | 'jobs' | 'ended'>

/** Reported for information; not judged. */
export function observedIn({ moments, jobs, ended }: Come): string[] {
  return [...afterALostSubmission(moments, jobs), ...afterATroubledDownload(moments), ...left(ended)]
}

function afterALostSubmission(moments: readonly Moment[], jobs: number): string[] {
  const lost = moments.findIndex(({ kind, lost }) => kind === 'submission' && lost === true)
  if (lost < 0) return []
  const again = moments.slice(lost + 1).filter(({ kind }) => kind === 'submission').length
  if (again === 0) return ['The response to its submission was lost, and it did not submit again: one job was created.']
  return [`The response to its submission was lost, and it submitted again: ${jobs} jobs were created and charged.`]
}

function afterATroubledDownload(moments: readonly Moment[]): string[] {
  const first = moments.findIndex(
    ({ kind, lost, status }) => kind === 'fetch' && (lost === true || (status ?? 0) >= 400),
  )
  if (first < 0) return []
  const what = moments[first]!.lost ? 'Its download was interrupted' : 'The url of its video had expired'
  const later = moments.slice(first + 1)
  const came = [
    ...(later.some(({ kind }) => kind === 'submission') ? ['submitted another job'] : []),
    ...(later.some(({ kind }) => kind === 'poll') ? ['polled again for a url'] : []),
    ...(later.some(({ kind }) => kind === 'fetch') ? ['downloaded again'] : []),
  ]
  const isWhole = later.some(
    ({ kind, lost, status }) => kind === 'fetch' && !lost && (status === 200 || status === 206),
  )
  const end = isWhole ? 'and got the video' : 'and got no video'
  return [`${what}: it ${came.length === 0 ? 'did nothing more' : came.join(', ')}, ${end}.`]
}

function left({ leftBehind }: Trial['ended']): string[] {
  if (leftBehind.length === 0) return []
  const named = leftBehind.map(({ pid, name }) => `${name} (${pid})`).join(', ')
  return [`It exited but left processes running: ${named}. They were ended.`]
}
