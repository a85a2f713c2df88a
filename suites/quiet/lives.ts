import type { Exchange } from '../../runner/exchange.ts'
import { lastWords } from '../../runner/probes.ts'
import { succeeded } from '../../runner/reading.ts'
import { isFinal, jobRecord } from '../lifecycle/polls.ts'

/**
 * What may move a job that nobody polls. The first of them is nothing but time; the last is all at once, tried first,
 * since a job that rests through all of it needs no second.
 */
export const CAUSES = ['time', 'readings', 'refused polls', 'another job', 'everything at once'] as const
export type Cause = (typeof CAUSES)[number]

export type Role = { trio: number; kind: 'fast' | 'slow' } | { trio: number; kind: 'rested'; cause: Cause }

export function roleInWords(role: Role): string {
  return `trio ${role.trio}: ${role.kind}${role.kind === 'rested' ? ` while ${role.cause}` : ''}`
}

export function roleOf(words: string | undefined): Role | undefined {
  const [, trio, kind, cause] = /^trio (\d+): (fast|slow|rested)(?: while (.+))?$/.exec(words ?? '') ?? []
  if (trio === undefined) return undefined
  if (kind === 'rested') return { trio: Number(trio), kind, cause: cause as Cause }
  return { trio: Number(trio), kind: kind as 'fast' | 'slow' }
}

/** One job of the quiet phase, poll by poll. */
export type Life = {
  role: Role
  submission: number
  states: string[]
  evidence: number[]
  /** From the submission to the first poll, and to the last one, in milliseconds. */
  untilFirst: number
  untilLast: number
  ended: boolean
}

const stateOf = ({ status, stage }: Record<string, unknown>) =>
  typeof stage === 'string' ? `${status} (${stage})` : String(status)

export function livesIn(exchanges: readonly Exchange[]): Life[] {
  const submissions = exchanges.filter((each) => roleOf(each.purpose.case) && succeeded(each) && isSubmission(each))
  const all = lastWords(exchanges)
  return submissions.map((submission) => {
    const polls = all.filter((each) => each.purpose.job === submission.n && jobRecord(each) !== undefined)
    const end = polls.findIndex((each) => isFinal(jobRecord(each)?.status))
    const own = end < 0 ? polls : polls.slice(0, end + 1)
    return {
      role: roleOf(submission.purpose.case)!,
      submission: submission.n,
      states: own.map((each) => stateOf(jobRecord(each)!)),
      evidence: [submission.n, ...own.map(({ n }) => n)],
      untilFirst: (own[0]?.at ?? 0) - submission.at,
      untilLast: (own.at(-1)?.at ?? 0) - submission.at,
      ended: end >= 0,
    }
  })
}

const isSubmission = ({ request }: Exchange) => request.method === 'POST'

export type Trio = { fast: Life; slow: Life; rested: Life }

export function trioOf(lives: readonly Life[], trio: number, cause: Cause): Trio | undefined {
  const find = (kind: Role['kind']) =>
    lives.find(
      ({ role }) => role.trio === trio && role.kind === kind && (role.kind !== 'rested' || role.cause === cause),
    )
  const [fast, slow, rested] = [find('fast'), find('slow'), find('rested')]
  return fast?.ended && slow?.ended && rested?.ended ? { fast, slow, rested } : undefined
}

/** Fast and slow needed the same polls: what each poll does is then known, and a job that skips some was moved. */
export const LEAST_POLLS = 3

export function twinsAgree({ fast, slow }: Pick<Trio, 'fast' | 'slow'>): boolean {
  return fast.states.length === slow.states.length && fast.states.length >= LEAST_POLLS
}

export type Movement = 'none' | 'moved' | 'final at once' | 'unclear'

/** How far a job that nobody polled had come at its first poll, measured by its twins. */
export function movementIn(trio: Trio): Movement {
  const { fast, slow, rested } = trio
  const first = rested.states[0]!
  const isLater = ({ states }: Life) => states.indexOf(first) > 0
  if (twinsAgree(trio)) {
    if (rested.states.length < fast.states.length && isLater(fast) && isLater(slow)) return 'moved'
    if (rested.states.length === fast.states.length && rested.states.join() === fast.states.join()) return 'none'
  }
  const unfinished = ({ states }: Life) => new Set(states.slice(0, -1)).size
  if (rested.states.length === 1 && unfinished(fast) >= 2 && unfinished(slow) >= 2) return 'final at once'
  return 'unclear'
}
