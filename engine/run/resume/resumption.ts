import type { FilesNamed } from '../../config/configuration.ts'
import { FILES_TO_TRUST_AND_SHOW } from '../../config/network-names.ts'
import type { AnsweredBy } from '../../history/entry/answered-by.ts'
import type { Resumed } from '../../history/entry/entries.ts'
import { FOILS, INTRODUCTION } from '../../history/entry/no-phases.ts'
import type { Redact } from '../../history/history.ts'
import { readRecorded } from '../../history/recorded.ts'
import type { StoredRecording } from '../../history/recording.ts'
import { Ledger } from '../../history/resuming/ledger.ts'
import type { ResumeFrom } from '../../http/client.ts'
import type { Suite } from '../../judge/check.ts'
import { checksOf } from '../../judge/names.ts'
import { type Earlier, earlierIn } from './earlier.ts'

/** Time has passed meanwhile, and nobody knows how much: what was fresh is so no more. */
const MEANWHILE_MS = 2000

/** A run that broke off, as it is gone on with. */
export type Resumption = {
  earlier: Earlier
  /** Of the file that it goes on in. */
  recording: StoredRecording
  /** Lines of it that cannot be read. */
  damaged: readonly number[]
  /** Half a line stood at its end. */
  cutOff: boolean
}

/** The phases of these suites that watch each of their jobs without a break. */
export const undisturbedOf = (suites: readonly Suite[]): ReadonlySet<string> =>
  new Set(
    checksOf(suites)
      .flatMap(({ phases }) => phases)
      .flatMap(({ name, undisturbed }) => (undisturbed ? [name] : [])),
  )

export function resumptionOf(path: string, undisturbed: ReadonlySet<string>): Resumption {
  const { recording, damaged, cutOff } = readRecorded(path, 'beside it')
  const earlier = earlierIn(recording, undisturbed, damaged)
  return { earlier, recording, damaged, cutOff }
}

export function resumedWith({ earlier, damaged }: Resumption, now: FilesNamed): Resumed {
  const then = earlier.began.configuration
  const anew = FILES_TO_TRUST_AND_SHOW.filter((name) => now[name] !== then[name])
  return {
    kind: 'resumed',
    at: earlier.lastAt + MEANWHILE_MS,
    startedAt: new Date().toISOString(),
    abandoned: [...earlier.abandoned],
    ...(damaged.length > 0 && { damaged: [...damaged] }),
    ...(anew.length > 0 && { files: Object.fromEntries(anew.map((name) => [name, now[name]])) }),
  }
}

/** Whether what was sent under this name is taken up from where it was left. */
const isToGoOn = ({ learned, done }: Earlier, by: string) =>
  by === FOILS || (by === INTRODUCTION ? learned === undefined : !done.has(by))

/** Whether the jobs of this submission are made anew, from its answer, by whoever asks for them again. */
export const isAskedForAgain = (earlier: Earlier, { n, by }: { n: number; by: string }): boolean =>
  by !== 'jobs' && !earlier.abandoned.has(n) && isToGoOn(earlier, by)

export function goingOn({ earlier, recording }: Resumption, redact: Redact): ResumeFrom {
  const { abandoned, accepted, lastAt, last, spent } = earlier
  const ledger = new Ledger(recording, redact)
  for (const n of abandoned) ledger.abandon(n)
  const answeredBy: AnsweredBy[] = []
  const again = new Set(accepted.filter((each) => isAskedForAgain(earlier, each)).map(({ n }) => n))
  for (const entry of recording) {
    if (entry.kind === 'reached by') {
      const { kind: _, ...way } = entry
      answeredBy.push(way)
    }
    if (entry.kind === 'look' && !earlier.done.has(entry.by)) ledger.addLook(entry)
    if (entry.kind !== 'exchange' || abandoned.has(entry.n)) continue
    const { by, job } = entry.purpose
    if (by === 'jobs' ? job !== undefined && again.has(job) : isToGoOn(earlier, by)) ledger.add(entry)
  }
  return { ledger, at: lastAt + MEANWHILE_MS, ...last, downloaded: spent.downloaded, answeredBy }
}
