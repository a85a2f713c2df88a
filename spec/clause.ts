/**
 * must:   follows from the specification's own words; if it fails, the run fails.
 * should: follows from careful reading or from HTTP; if it fails, the run warns (fails with --strict).
 */
export type Level = 'must' | 'should'

/** What the user has to provide, or the run has to see, before a clause can be tested. */
export const NEEDS = {
  'same-account-key': { what: 'another key of the same account', variable: 'GATECHECK_SAME_ACCOUNT_KEY' },
  'other-account-key': { what: 'a key of another account', variable: 'GATECHECK_OTHER_ACCOUNT_KEY' },
  'revoked-key': { what: 'a revoked key', variable: 'GATECHECK_REVOKED_KEY' },
  image: { what: 'an image that the server can fetch', variable: 'GATECHECK_IMAGE_URL' },
  'failing-prompt': { what: 'a prompt that is known to fail', variable: 'GATECHECK_FAILING_PROMPT' },
  burst: { what: 'a 429 to a submission (--burst N can provoke one)' },
  job: { what: 'an accepted job' },
  'finished-job': { what: 'a finished job' },
  video: { what: 'a succeeded job and its video file' },
} as const satisfies Record<string, { what: string; variable?: string }>
export type Need = keyof typeof NEEDS

export function needInWords(need: Need): string {
  const { what, variable }: { what: string; variable?: string } = NEEDS[need]
  return variable === undefined ? what : `${what} (${variable})`
}

/** Why something is not tested, and how to have it tested. */
export function missingInWords(need: Need): string {
  const { what, variable }: { what: string; variable?: string } = NEEDS[need]
  return variable === undefined ? `requires ${what}` : `set ${variable} (${what}) to test this`
}

/** What a clause means in practice, for readers who meet it first in a report. */
type Explanation = {
  /** How it is checked, in a sentence or two: what is sent, and what is compared with what. */
  checked: string
  /** What a violation looks like on the wire. */
  violation: string
  /** What usually causes it in a server's code or configuration. */
  cause: string
  /** How to fix it. */
  remedy: string
}

export type ClauseData = {
  id: string
  level: Level
  section: string
  /** The rule in one sentence. */
  rule: string
  needs?: readonly Need[]
  explanation: Explanation
}

export type OpenPointData = {
  id: string
  section: string
  /** What the specification leaves to the server, as a question. */
  question: string
}

/** What a clause means to a client developer, beside its rule. */
type ClientExplanation = {
  /** How it is judged: what is compared with what, and what is exempt. */
  judged: string
  /** What goes wrong when it fails, and what that costs. */
  harm: string
  /** How to fix it. */
  remedy: string
  /** The same in a few lines of three languages: fetch, Python, and Go or curl. */
  code: { typescript: string; python: string } & ({ go: string } | { curl: string })
}

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
