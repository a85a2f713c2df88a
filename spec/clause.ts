/**
 * must:   rests on the specification's own words; broken, the run fails.
 * should: what a careful reader concludes from them, or HTTP itself; broken, the run warns (fails with --strict).
 */
export type Level = 'must' | 'should'

/** What the user has to provide, or the run has to meet, before a clause can be tried. */
export const NEEDS = {
  'same-account-key': 'another key of the same account (GATECHECK_SAME_ACCOUNT_KEY)',
  'other-account-key': 'a key of another account (GATECHECK_OTHER_ACCOUNT_KEY)',
  'revoked-key': 'a revoked key (GATECHECK_REVOKED_KEY)',
  image: 'an image that the server may use (GATECHECK_IMAGE_URL)',
  'failing-prompt': 'a prompt that is known to fail (GATECHECK_FAILING_PROMPT)',
  burst: 'a 429 to a submission, which --burst N may provoke',
  job: 'a job that is accepted',
  'finished-job': 'a job that comes to its end',
  video: 'a job that succeeds, and its file',
} as const
export type Need = keyof typeof NEEDS

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
