import { failedKinds } from '../expected/kinds.ts'
import { sortedOut } from '../expected/list.ts'
import { mayPass } from '../history/reading/facts.ts'
import type { Recording } from '../history/recording.ts'
import { type Check, type Experiment, isExperiment, type Rule } from '../judge/check.ts'
import { type Judged, judge } from '../judge/judging.ts'
import type { Verdict } from '../judge/verdict.ts'

/** A check that has failed, while the run goes on. */
export type EarlyFailure = {
  check: Experiment | Rule
  verdict: Extract<Verdict, { verdict: 'fail' }>
  /** All its cases are on the list of known failures. */
  isKnown: boolean
}

type Parts = {
  checks: readonly Check[]
  recording: Recording
  onFailed(failure: EarlyFailure): void
}

const LEAST_PAUSE_MS = 300
/** Judging takes at most this part of the time. */
const SHARE = 1 / 10

/** During a run, judges experiments after their last response, and rules that one exchange can fail. */
export class EarlyVerdicts {
  readonly #parts: Parts
  readonly #driven = new Set<Check>()
  readonly #failed = new Set<Check>()
  #pauseMs = LEAST_PAUSE_MS
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** All requests of the check have responses. */
  driven(check: Check): void {
    if (isExperiment(check)) this.#driven.add(check)
    this.seen()
  }

  /** There is something new to judge. */
  seen(): void {
    if (!this.#isStopped) this.#timer ??= setTimeout(() => this.#judge(), this.#pauseMs).unref()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #judge(): void {
    this.#timer = undefined
    const { checks, recording, onFailed } = this.#parts
    const begun = performance.now()
    const standAlone = checks.filter((check) => check.kind === 'rule' && check.standsAlone)
    const open = [...this.#driven, ...standAlone].filter((check) => !this.#failed.has(check))
    this.#driven.clear()
    for (const failure of failedIn(recording, open)) {
      // A later retry may succeed.
      if (failure.isKnown || hasRetryToCome(failure.verdict, recording)) continue
      this.#failed.add(failure.check)
      onFailed(failure)
    }
    this.#pauseMs = Math.max(LEAST_PAUSE_MS, (performance.now() - begun) / SHARE)
  }
}

/** The checks that fail according to the recording so far. */
export function failedIn(recording: Recording, checks: readonly Check[]): EarlyFailure[] {
  if (checks.length === 0) return []
  const suite = { name: '', about: '', checks }
  const { judged, facts, began } = judge(
    recording,
    [suite],
    checks.map(({ id }) => id),
  )
  const { expected } = began.configuration
  const isKnown = (each: Judged) =>
    expected !== undefined && sortedOut(expected, failedKinds([each], facts), began.startedAt).unlisted.length === 0
  return judged.flatMap((each) => {
    const { check, verdict } = each
    if (verdict?.verdict !== 'fail' || check.kind === 'observation') return []
    return [{ check, verdict, isKnown: isKnown(each) }]
  })
}

function hasRetryToCome({ violations, evidence }: EarlyFailure['verdict'], recording: Recording): boolean {
  const shown = recording.exchange((violations[0]?.evidence ?? evidence).at(-1) ?? 0)
  return shown !== undefined && mayPass(shown)
}
