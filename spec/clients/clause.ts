import type { Level } from '../clause.ts'

/** What the law asks of clients. Its levels are those of the clauses that bind servers. */
export type ClientClauseData = {
  id: `client.${string}`
  level: Level
  section: string
  /** The rule in one sentence. */
  rule: string
}

/** What the specification leaves to the client, as a question. */
export type ClientOpenPointData = { id: `client.${string}`; section: string; question: string }

/** What a clause means to whoever writes a client, beside its rule. */
export type ClientExplanation = {
  /** How it is judged: what is compared with what, and what breaks nothing. */
  judged: string
  /** What goes wrong where it is broken, and what that costs. */
  harm: string
  /** How to mend it, in words. */
  remedy: string
  /** The same in a few lines of three languages: fetch, Python, and Go or curl. */
  code: { typescript: string; python: string } & ({ go: string } | { curl: string })
}
