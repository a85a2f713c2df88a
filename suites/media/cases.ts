import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { type Attempt, type Look, type Outcome, outcomeOf } from '../../engine/history/entry/inspection.ts'
import { INTRODUCTION } from '../../engine/history/entry/senders.ts'
import { parseJson, succeeded } from '../../engine/history/reading/reading.ts'
import type { Facts } from '../../engine/judge/check.ts'
import type { FileFinding, Verdict, VerdictOnFiles, Violation } from '../../engine/judge/verdict.ts'
import type { MediaFacts } from '../../engine/media/facts.ts'
import { type AskedVideo, askedOf } from '../../spec/asked.ts'

/** A downloaded file and the submission that requested it. */
export type Case = {
  look: Look
  asked: AskedVideo
  name: string
  outcome: Outcome
  /** The first attempt, if there was more than one. */
  before?: Attempt
  evidence: number[]
  isOfTheServer: boolean
}

export function casesIn(facts: Facts): Case[] {
  return facts.looks().flatMap((look) => {
    const submission = facts.exchange(look.job)
    const asked = submission && askedOf(parseJson(submission.request.body ?? '')?.value)
    const last = look.attempts.at(-1)
    if (!submission || !asked || !last) return []
    const [before] = look.attempts.length > 1 ? look.attempts : []
    return [
      {
        look,
        asked,
        name: inWords(asked),
        outcome: outcomeOf(look),
        ...(before && { before }),
        evidence: [...new Set([look.job, ...look.attempts.map(({ poll }) => poll)])],
        isOfTheServer: URL.canParse(last.url) && new URL(last.url).origin === new URL(facts.target.origin).origin,
      },
    ]
  })
}

/** The first submission of every run. */
export const isFirst = (exchange: Exchange): boolean =>
  exchange.purpose.by === INTRODUCTION && exchange.request.method === 'POST' && succeeded(exchange)

/** The facts of a complete video. */
export function factsOf({ outcome }: Case): MediaFacts | undefined {
  if (outcome.kind !== 'read') return undefined
  return outcome.reading.kind === 'video' ? outcome.reading.facts : undefined
}

function inWords({ resolution, ratio, seconds, fps, bitDepth }: AskedVideo): string {
  const depth = bitDepth === undefined ? '' : `, ${bitDepth} bit`
  return `${resolution} ${ratio.join(':')}, ${seconds} s at ${fps} fps${depth}`
}

/** Why a file cannot be judged. Undefined for files that violate a clause, which that clause reports. */
export function whyUnread({ outcome }: Case): string | undefined {
  if (outcome.kind === 'unreachable' || outcome.kind === 'not fetched') return outcome.why
  if (outcome.kind === 'read') return outcome.reading.kind === 'unread' ? outcome.reading.why : undefined
  return undefined
}

/** right · wrong, in words · unread: cannot be judged · not asked: nothing was requested or stated. */
export type CaseFinding =
  | { kind: 'right' }
  | { kind: 'wrong'; expected: string; received: string }
  | { kind: 'unread'; why: string }
  | { kind: 'not asked' }

/** A verdict cites only some of the files; reports list each with its finding. */
export function withFiles(verdict: Verdict, found: readonly Found[]): VerdictOnFiles {
  const files = found.flatMap(({ each: { look }, finding }): FileFinding[] => {
    if (finding.kind === 'not asked') return []
    const { kind: is, ...rest } = finding
    return [{ job: look.job, at: look.at, is, ...rest } as FileFinding]
  })
  return files.length === 0 ? verdict : { ...verdict, files }
}

const megabytes = (bytes: number) => (bytes < 100_000 ? `${bytes} bytes` : `${(bytes / 1e6).toFixed(1)} MB`)

export function brokenOff({ bytes, of }: Extract<Outcome, { kind: 'cut' }>): string {
  return `a response that ends early, after ${megabytes(bytes)}${of === undefined ? '' : ` of ${megabytes(of)}`}`
}

/** The result of one failed attempt. */
export function whatCame(outcome: Outcome): string {
  if (outcome.kind === 'refused') return outcome.what ?? String(outcome.status)
  if (outcome.kind === 'cut') return brokenOff(outcome)
  if (outcome.kind !== 'read') return outcome.why
  const { reading } = outcome
  return reading.kind === 'no video' || reading.kind === 'not whole' ? reading.what : 'an unreadable file'
}

export type Found = { each: Case; finding: CaseFinding }

export const violationsIn = (found: readonly Found[]): Violation[] =>
  found.flatMap(({ each: { name, evidence }, finding }) =>
    finding.kind === 'wrong' ? [{ case: name, expected: finding.expected, received: finding.received, evidence }] : [],
  )
