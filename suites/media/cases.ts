import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { type Attempt, type Look, type Outcome, outcomeOf } from '../../engine/history/entry/look.ts'
import { INTRODUCTION } from '../../engine/history/entry/no-phases.ts'
import { parseJson, succeeded } from '../../engine/history/reading/reading.ts'
import type { Facts } from '../../engine/judge/check.ts'
import type { MediaFacts } from '../../engine/media/facts.ts'
import { type AskedVideo, askedOf } from '../../spec/asked.ts'

/** One downloaded file and its order. */
export type Case = {
  look: Look
  asked: AskedVideo
  /** In words, for people. */
  name: string
  outcome: Outcome
  /** Of the first attempt, where there was more than one. */
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

/** The submission that every run begins with. */
export const isFirst = (exchange: Exchange): boolean =>
  exchange.purpose.by === INTRODUCTION && exchange.request.method === 'POST' && succeeded(exchange)

/** What is known of the picture, where there is a whole one. */
export function factsOf({ outcome }: Case): MediaFacts | undefined {
  if (outcome.kind !== 'read') return undefined
  return outcome.reading.kind === 'video' ? outcome.reading.facts : undefined
}

function inWords({ resolution, ratio, seconds, fps, bitDepth }: AskedVideo): string {
  const depth = bitDepth === undefined ? '' : `, ${bitDepth} bit`
  return `${resolution} ${ratio.join(':')}, ${seconds} s at ${fps} fps${depth}`
}

/** Why nothing is known of a file, where that is so; a file that breaks a promise is told by the clause that it breaks. */
export function whyUnread({ outcome }: Case): string | undefined {
  if (outcome.kind === 'unreachable' || outcome.kind === 'not fetched') return outcome.why
  if (outcome.kind === 'read') return outcome.reading.kind === 'unread' ? outcome.reading.why : undefined
  return undefined
}
