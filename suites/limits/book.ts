import { parseJson } from '../../engine/history/reading/reading.ts'
import type { Facts } from '../../engine/judge/check.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import type { Means } from './means.ts'
import { type OrderBook, orderBook } from './order-book.ts'

/** Where the run's first job was made from an image. */
const PLAIN_PROMPT = 'A paper boat.'

type Known = Pick<Facts, 'configuration' | 'dialect' | 'keys'>

/** What the run's submissions are made of, from what it has learned; nothing where no submission was ever accepted. */
export function bookOf(known: Known, accepted: string | undefined): OrderBook | undefined {
  const { configuration, dialect, keys } = known
  const fields = parseJson(accepted ?? '')?.value as Record<string, unknown> | undefined
  if (!fields || dialect.alias === undefined) return undefined
  const { imageUrl, failingPrompt, maxResolution, maxDuration, maxJobs, profile } = configuration
  const means: Means = {
    aliases: dialect.models?.aliases ?? [dialect.alias],
    alias: dialect.alias,
    imageUrl,
    failingPrompt,
    maxResolution,
    maxDuration,
    jobsAreBounded: maxJobs !== undefined,
    sameAccountKey: keys.includes('A2'),
    prompt: typeof fields.prompt === 'string' ? fields.prompt : PLAIN_PROMPT,
  }
  return orderBook(profile, means, fields)
}

export async function bookFor(drive: Drive): Promise<OrderBook> {
  const { request } = await drive.twin('POST /videos')
  const keys = (['A', 'A2', 'B'] as const).filter((key) => drive.has(key))
  const book = bookOf({ configuration: drive.configuration, dialect: drive.dialect, keys }, request.body)
  return book ?? drive.notTried('no submission was accepted')
}
