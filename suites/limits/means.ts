import type { Place, Trait } from './trait.ts'

/**
 * What a server may well treat in one way. Classes are combined with each other; the manners of one class, different
 * ways of asking for it, are dealt out over the submissions in which the class stands.
 */
export type Class = { name: string; place: Place; manners: readonly Trait[] }

export type Means = {
  aliases: readonly string[]
  alias: string
  imageUrl?: string | undefined
  failingPrompt?: string | undefined
  maxResolution?: string | undefined
  maxDuration?: number | undefined
  /** Whether the user bounds how many jobs there may be: then what tells less leaves them to what tells more. */
  jobsAreBounded?: boolean
  /** Whether another key of the account is there to submit with. */
  sameAccountKey: boolean
  prompt: string
}
