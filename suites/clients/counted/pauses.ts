import type { Known } from '../../../engine/judge/clients/check.ts'
import type { ClientFact } from '../../../engine/judge/clients/facts.ts'
import type { Passage } from '../../../engine/judge/clients/passage.ts'
import type { ClientVerdict, Found } from '../../../engine/judge/clients/verdict.ts'
import { broken, kept, notJudged } from '../../../engine/judge/clients/verdict.ts'
import { POLL_INTERVAL_SECONDS } from '../../../spec/words.ts'

export const LEAST_MS = POLL_INTERVAL_SECONDS.least * 1000

/** Clocks, networks and busy machines take a little of any pause. */
const SHARE = 0.9
/** Once may be chance, unless it is by more than half. */
const FAR_SHORT = 0.5
export const OFTEN = 2
/** Whoever was as late as this itself has no word on when something arrived. */
const TOO_LATE_MS = 250

/** Two requests, the second of which had to wait. */
export type Pause = {
  client: string
  first: Passage
  next: Passage
  askedMs: number
  before: Extract<ClientFact, { kind: 'pause' }>['before']
}

/**
 * From arrival to arrival, which is never shorter than from the end of the answer: a client with a timer of its own is
 * right, whatever answers take.
 */
const cameMs = ({ first, next }: Pause): number => next.at - first.at

const lateMs = ({ first, next }: Pause, { lateness }: Known): number =>
  Math.max(...[first.at, first.end, next.at].map((at) => lateness.around(at)))

/** Which pauses were too short, client by client. */
export function judgePauses(pauses: readonly Pause[], known: Known, nothing: string): ClientVerdict {
  if (pauses.length === 0) return notJudged({ kind: 'nothing sent' }, nothing)
  const [found, forgiven]: [Found[], Found[]] = [[], []]
  let latest: { pause: Pause; ms: number } | undefined
  for (const own of Map.groupBy(pauses, ({ client }) => client).values()) {
    const short = own.filter((pause) => cameMs(pause) < pause.askedMs * SHARE)
    const sure = short.filter((pause) => {
      const ms = lateMs(pause, known)
      if (ms < TOO_LATE_MS && cameMs(pause) + ms < pause.askedMs * SHARE) return true
      if (ms > (latest?.ms ?? 0)) latest = { pause, ms }
      return false
    })
    const isFarShort = (pause: Pause) => cameMs(pause) + lateMs(pause, known) < pause.askedMs * FAR_SHORT
    const isBroken = sure.length >= OFTEN || sure.some(isFarShort)
    for (const pause of sure) (isBroken ? found : forgiven).push(foundIn(pause, known))
  }
  if (found.length > 0) return broken(found, pauses.length)
  if (latest) {
    const { pause, ms } = latest
    return notJudged(
      { kind: 'recorder late', ms },
      'a pause looked too short, but the recorder itself was delayed then',
      [pause.first.n, pause.next.n],
    )
  }
  const told = pauses.filter((pause) => isSurelyLong(pause, known))
  const evidence = (told.length > 0 ? told : pauses).flatMap(({ first, next }) => [first.n, next.n])
  if (told.length > 0) return { ...kept(told.length, evidence), ...(forgiven.length > 0 && { forgiven }) }
  return notJudged({ kind: 'recorder late', ms: known.lateness.longest }, HIDDEN, evidence)
}

const HIDDEN = 'the recorder itself was delayed at the end of every pause, so no pause could be measured'

/** What is noted late seems to have come later than it did. */
const isSurelyLong = (pause: Pause, { lateness }: Known): boolean => {
  const ms = lateness.around(pause.next.at)
  return ms < TOO_LATE_MS || cameMs(pause) - ms >= pause.askedMs * SHARE
}

function foundIn(pause: Pause, known: Known): Found {
  const { client, first, next, askedMs, before } = pause
  return {
    fact: { kind: 'pause', before, askedMs, cameMs: cameMs(pause), lateMs: lateMs(pause, known) },
    client,
    evidence: [first.n, next.n],
    beside: first.n,
  }
}

/** Whether the next request surely came sooner than any pause allows, by whatever clock. */
export function isSoonerThan(askedMs: number, first: Passage, next: Passage, { lateness }: Known): boolean {
  const late = Math.max(...[first.at, first.end, next.at].map((at) => lateness.around(at)))
  return late < TOO_LATE_MS && next.at - first.at + late < askedMs * SHARE
}
