import type { AboutToSubmit } from '../history/entry/entries.ts'
import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import type { Look } from '../history/entry/inspection.ts'
import type { Redact } from '../history/history.ts'
import { keyOf } from '../history/reading/request-key.ts'
import type { Recording } from '../history/recording.ts'
import { videoSecondsOf } from './requests.ts'

export type Earlier = {
  finished: ReadonlySet<string>
  /** Submissions of unfinished phases that created a job or may have. */
  reusable: ReadonlySet<number>
  /** Such submissions without a recorded exchange. */
  unrecorded: readonly AboutToSubmit[]
  /** Exchanges of unfinished phases; they do not count any more. */
  interrupted: readonly number[]
  /** Such exchanges of earlier interruptions. */
  marked: ReadonlySet<number>
}

type Asked = { request: RequestTemplate; purpose: Purpose }

/** Responses to submissions and downloads from before the run was interrupted. Each is returned once. */
export class EarlierAnswers {
  readonly #recording: Recording
  readonly #redact: Redact
  readonly #submissions = new Map<string, number[]>()
  readonly #unrecorded: AboutToSubmit[]
  readonly #looks: Look[] = []
  /** Exchanges that phases do not see as their own, or not yet. */
  readonly #hidden: Set<number>

  constructor(earlier: Earlier, recording: Recording, redact: Redact) {
    this.#recording = recording
    this.#redact = redact
    this.#unrecorded = [...earlier.unrecorded]
    this.#hidden = new Set([...earlier.interrupted, ...earlier.marked, ...earlier.reusable])
    for (const n of earlier.reusable) {
      const name = nameOf(recording.exchange(n)!)
      this.#submissions.set(name, [...(this.#submissions.get(name) ?? []), n])
    }
    for (const entry of recording) if (entry.kind === 'look' && !earlier.finished.has(entry.by)) this.#looks.push(entry)
  }

  /** The exchange of the same submission in the same phase, or the note in advance if none was recorded. */
  takeSubmission(asked: Asked): Exchange | AboutToSubmit | undefined {
    if (asked.request.method !== 'POST') return undefined
    const n = this.#submissions.get(nameOf(this.#redacted(asked)))?.shift()
    if (n === undefined) return this.#takeUnrecorded(asked)
    this.#hidden.delete(n)
    return this.#recording.exchange(n)
  }

  takeLook({ by, job, time }: Pick<Look, 'by' | 'job' | 'time'>): Look | undefined {
    const at = this.#looks.findIndex((each) => each.by === by && each.job === job && each.time === time)
    return at < 0 ? undefined : this.#looks.splice(at, 1)[0]
  }

  isHidden(n: number): boolean {
    return this.#hidden.has(n)
  }

  #takeUnrecorded({ request, purpose }: Asked): AboutToSubmit | undefined {
    const [key, videoSeconds] = [keyOf(request), videoSecondsOf(request.body ?? '')]
    const at = this.#unrecorded.findIndex(
      (each) =>
        each.by === purpose.by && each.case === purpose.case && each.key === key && each.videoSeconds === videoSeconds,
    )
    return at < 0 ? undefined : this.#unrecorded.splice(at, 1)[0]
  }

  #redacted({ request, purpose }: Asked): Asked {
    return this.#redact({ kind: 'exchange', request, purpose } as Exchange) as Exchange
  }
}

/** Without numbers of other exchanges, which differ when a phase runs again. */
function nameOf({ request, purpose: { by, part, case: what, mark } }: Asked): string {
  return JSON.stringify([by, part, what, mark, request])
}
