import type { Level } from '../clause.ts'

/** What the specification requires of clients, with the same levels as for servers. */
export type ClientClauseData = {
  id: `client.${string}`
  level: Level
  section: string
  /** The rule in one sentence. */
  rule: string
  explanation: ClientExplanation
}

/** What the specification leaves to the client, as a question. */
export type ClientOpenPointData = { id: `client.${string}`; section: string; question: string }

/** What a clause means to a client developer, beside its rule. */
export type ClientExplanation = {
  /** How it is judged: what is compared with what, and what is exempt. */
  judged: string
  /** What goes wrong when it fails, and what that costs. */
  harm: string
  /** How to fix it. */
  remedy: string
  /** The same in a few lines of three languages: fetch, Python, and Go or curl. */
  code: { typescript: string; python: string } & ({ go: string } | { curl: string })
}
