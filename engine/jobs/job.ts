import type { Exchange, Purpose } from '../history/entry/exchange.ts'
import type { KeyName } from '../keys/recipes.ts'

export type Job = {
  /** The number of the exchange that submitted it. */
  n: number
  id: string
  key: KeyName
  body: string
  polls: Exchange[]
  final?: Exchange
  /** Why nobody follows it any more although it is not final. */
  lost?: string
  /** Made by a request that was no good one: whose job it is, nobody knows, so nothing is judged by it. */
  stray: boolean
  firstPoll: Promise<void>
  /** Once a poll has shown it running, or its end has come without one. */
  running: Promise<void>
  end: Promise<void>
}

/** How a job is brought to its end: poll by poll, several polls at a time, by two keys in turn, or by whoever submitted it. */
export type Following = 'one by one' | 'in a crowd' | 'by turns' | 'not at all'

export type Submission = {
  request: Exchange['request']
  purpose: Purpose
  key?: KeyName
  following?: Following
  /** How often a 429 is waited for, instead of the usual. */
  waits?: number
  /** The name of a connection of its own. */
  alone?: string
  /** Without waiting for room that the server was once known to have. */
  atOnce?: boolean
}
