/**
 * must:   rests on the specification's own words; broken, the run fails.
 * should: what a careful reader concludes from them, or HTTP itself; broken, the run warns (fails with --strict).
 */
export type Level = 'must' | 'should'

/** What the user has to provide, or the run has to meet, before a clause can be tried. */
export const NEEDS = {
  'same-account-key': { what: 'another key of the same account', variable: 'GATECHECK_SAME_ACCOUNT_KEY' },
  'other-account-key': { what: 'a key of another account', variable: 'GATECHECK_OTHER_ACCOUNT_KEY' },
  'revoked-key': { what: 'a revoked key', variable: 'GATECHECK_REVOKED_KEY' },
  image: { what: 'an image that the server may use', variable: 'GATECHECK_IMAGE_URL' },
  'failing-prompt': { what: 'a prompt that is known to fail', variable: 'GATECHECK_FAILING_PROMPT' },
  burst: { what: 'a 429 to a submission, which --burst N may provoke' },
  job: { what: 'a job that is accepted' },
  'finished-job': { what: 'a job that comes to its end' },
  video: { what: 'a job that succeeds, and its file' },
} as const satisfies Record<string, { what: string; variable?: string }>
export type Need = keyof typeof NEEDS

export function needInWords(need: Need): string {
  const { what, variable }: { what: string; variable?: string } = NEEDS[need]
  return variable === undefined ? what : `${what} (${variable})`
}

export type ClauseData = {
  id: string
  level: Level
  section: string
  /** The rule in one sentence. */
  rule: string
  needs?: readonly Need[]
}

/** What a clause means in practice, beside its rule. */
export type Explanation = {
  /** How it is checked, in a sentence or two: what is sent, and what is compared with what. */
  checked: string
  /** What a violation looks like on the wire, as concretely as the law allows. */
  violation: string
  /** What usually causes it in a server's code or set-up. */
  cause: string
  /** How to fix it. */
  remedy: string
}

export type OpenPointData = {
  id: string
  section: string
  /** What the specification leaves to the server, as a question. */
  question: string
}
