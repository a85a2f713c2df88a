import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { mostPollsBeside } from '../../engine/jobs/polling.ts'
import { lastWords } from '../../engine/judge/probes.ts'
import { isFinal, isOwnPoll, jobRecord } from '../lifecycle/polls.ts'
import { type Cause, ROLE, type Role } from './marks.ts'

/** One job of the quiet phase, poll by poll. */
export type Life = {
  role: Role
  submission: number
  states: string[]
  evidence: number[]
  /** When it was submitted, and each of its polls, in milliseconds of the run. */
  at: number[]
  ended: boolean
  /** A poll without a response of the server may have advanced the job. */
  unsure: boolean
}

/** From its submission to its last poll, in milliseconds. */
export const lengthOf = ({ at }: Life) => at.at(-1)! - at[0]!

const stateOf = ({ status, stage }: Record<string, unknown>) =>
  typeof stage === 'string' ? `${status} (${stage})` : String(status)

export function livesIn(exchanges: readonly Exchange[]): Life[] {
  const submissions = exchanges.filter((each) => ROLE.in(each) && succeeded(each) && isSubmission(each))
  const all = lastWords(exchanges)
  return submissions.map((submission) => {
    const polls = all.filter((each) => each.purpose.job === submission.n && jobRecord(each) !== undefined)
    const end = polls.findIndex((each) => isFinal(jobRecord(each)?.status))
    const own = end < 0 ? polls : polls.slice(0, end + 1)
    return {
      role: ROLE.in(submission)!,
      submission: submission.n,
      states: own.map((each) => stateOf(jobRecord(each)!)),
      evidence: [submission.n, ...own.map(({ n }) => n)],
      at: [submission.at, ...own.map(({ at }) => at)],
      ended: end >= 0,
      unsure: exchanges.some((each) => each.purpose.job === submission.n && mayHaveMoved(each)),
    }
  })
}

const mayHaveMoved = (poll: Exchange) => isOwnPoll(poll) && (statusOf(poll) ?? 500) >= 500

const isSubmission = ({ request }: Exchange) => request.method === 'POST'

export type FastAndSlow = { fast: Life; slow: Life }
export type Trio = FastAndSlow & { rested: Life; after: number; cause: Cause; trio: number }

export function pairOf(lives: readonly Life[], trio: number): FastAndSlow | undefined {
  const find = (pace: 'fast' | 'slow') => lives.find(({ role }) => role.trio === trio && role.pace === pace)
  const [fast, slow] = [find('fast'), find('slow')]
  return fast?.ended && slow?.ended ? { fast, slow } : undefined
}

/** Each rested job with the fast and the slow one. */
export function triosIn(lives: readonly Life[]): Trio[] {
  return lives.flatMap((rested) => {
    const { role } = rested
    const pair = role.pace === 'rested' && rested.ended ? pairOf(lives, role.trio) : undefined
    return pair && role.pace === 'rested' ? [{ ...pair, ...role, rested }] : []
  })
}

/** If fast and slow needed the same polls, what each poll does is known, and a job that skips some was advanced. */
export const LEAST_POLLS = 3

export function pairAgrees({ fast, slow }: FastAndSlow): boolean {
  if (fast.states.length !== slow.states.length) return false
  return fast.states.length >= LEAST_POLLS || (fast.states.length === 2 && isTimeRuledOut({ fast, slow }))
}

/** The slow one was still unfinished later than the fast one needed to finish: time alone does not finish jobs. */
function isTimeRuledOut({ fast, slow }: FastAndSlow): boolean {
  return slow.at[1]! - slow.at[0]! > lengthOf(fast)
}

/** How many trios have to show the same: more if only two polls are there to skip. */
export const triosNeeded = ({ fast }: FastAndSlow): number => (fast.states.length === 2 ? 4 : 2)

export type Movement = 'none' | 'moved' | 'final at once' | 'unclear'

const stepsOf = ({ states }: Life) => states.filter((state, index) => state !== states[index - 1]).join()

/** What the first poll after the rest showed, compared with the fast and the slow job. */
export function movementIn(trio: Trio): Movement {
  const { fast, slow, rested, after } = trio
  const found = rested.states[after]
  if (found === undefined || [fast, slow, rested].some(({ unsure }) => unsure)) return 'unclear'
  const wentAlong = ({ states }: Life) => states.slice(0, after).join() === rested.states.slice(0, after).join()
  const isLater = ({ states }: Life) => states.indexOf(found) > after
  if (pairAgrees(trio) && wentAlong(fast) && wentAlong(slow)) {
    if (rested.states.length < fast.states.length && isLater(fast) && isLater(slow)) return 'moved'
    if (rested.states.join() === fast.states.join()) return 'none'
  }
  // Slow polls may each find more work done; at the pace of the fast one, the rest saved no poll.
  const saved = fast.states.length - rested.states.length
  if (saved <= 0 && fast.states.length >= LEAST_POLLS && new Set([fast, slow, rested].map(stepsOf)).size === 1)
    return 'none'
  const unfinished = ({ states }: Life) => new Set(states.slice(0, -1)).size
  if (rested.states.length === 1 && unfinished(fast) >= 2 && unfinished(slow) >= 2) return 'final at once'
  return 'unclear'
}

/** After how many polls to leave a second job alone: at the beginning of its last state that the next poll does not finish. */
export function lateRest(pair: FastAndSlow): number | undefined {
  if (!pairAgrees(pair) || pair.fast.states.join() !== pair.slow.states.join()) return undefined
  const { states } = pair.fast
  const latest = states.length - 2
  return Math.min(latest, states.indexOf(states[latest]!) + 1)
}

/** The most polls of a job, by those that finished; undefined if none has. */
export function mostPollsOf(lives: readonly Life[]): number | undefined {
  const needed = lives.filter(({ ended }) => ended).map(({ states }) => states.length)
  return needed.length === 0 ? undefined : mostPollsBeside(Math.max(...needed))
}
