import type { Quickness } from '../../runner/driving/phase.ts'
import { excerpt } from '../../runner/history/reading/words.ts'
import type { Measured } from '../../runner/run/pace.ts'
import { counted } from '../words/counted.ts'

/** How long a run will take, at which pace, and what a slower pace would make of it. */
export type Outlook = {
  seconds: number
  pace: Quickness
  /** Where the pace was measured; it is assumed otherwise. */
  measured?: Measured & { dir: string }
  /** What a further tenth of a second for each answer takes, and a further poll for each job. */
  perTenth: number
  perPoll: number
  deadlineSeconds: number
  /** If nothing had to be left out for want of time. */
  wholeSeconds: number
  /** A deadline that leaves time for all of it. */
  enoughMinutes?: number
}

/** Less is within what nobody can tell beforehand. */
const NOTABLY = 1.05

export function timeLines(outlook: Outlook): string[] {
  const { seconds, pace, measured, deadlineSeconds } = outlook
  const source = measured
    ? `as in the run in ${excerpt(measured.dir, 200)}${earlier(measured)}`
    : 'assumed, for nothing is known of this server yet'
  return [
    `It will take about ${timeInWords(Math.min(seconds, deadlineSeconds))}, with ${paceInWords(pace)} (${source}).`,
    ...slower(outlook),
    ...leftOut(outlook),
  ]
}

/** What a slower server would make of it, as far as the deadline lets it. */
function slower({ seconds, perTenth, perPoll, deadlineSeconds }: Outlook): string[] {
  const left = deadlineSeconds - seconds
  // It ends at the deadline anyway, which is said.
  if (left <= 0) return []
  const told = [
    ...(perTenth < left ? [['each 0.1 s more for an answer makes it', perTenth] as const] : []),
    ...(perPoll > 0 && perPoll < left ? [['each poll more for a job makes it', perPoll] as const] : []),
  ].map(([what, more]) => `${what} ${timeInWords(more)} longer`)
  const words = [...told, 'waits for room come on top'].join('; ')
  return [`${words[0]!.toUpperCase()}${words.slice(1)}, until the deadline of ${deadlineSeconds} s at most.`]
}

function leftOut({ seconds, deadlineSeconds, wholeSeconds, enoughMinutes }: Outlook): string[] {
  const more = enoughMinutes === undefined ? '' : ` (--deadline ${enoughMinutes}m)`
  const whole = `all of it would take about ${timeInWords(wholeSeconds)}${more}`
  if (seconds > deadlineSeconds)
    return [`The deadline of ${deadlineSeconds} s comes first, and what it leaves untried has no verdict: ${whole}.`]
  if (wholeSeconds < seconds * NOTABLY) return []
  return [`With the deadline of ${deadlineSeconds} s, some of what goes beyond the plain cases is left out: ${whole}.`]
}

function paceInWords({ answerMs, polls, room }: Quickness): string {
  const atOnce = room === undefined ? '' : ` and room for ${counted(room, 'job')}`
  return `${answerInWords(answerMs)} an answer, ${counted(polls, 'poll')} a job${atOnce}`
}

function answerInWords(ms: number): string {
  if (ms < 1) return 'less than 1 ms'
  return ms < 100 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}

const earlier = ({ seconds, profile }: Measured) =>
  seconds === undefined ? '' : `, which took ${timeInWords(seconds)} with the profile ${excerpt(profile, 20)}`

/** Nobody needs more digits of a guess than two. */
function timeInWords(seconds: number): string {
  if (seconds < 10) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 120) return `${Math.round(seconds / 5) * 5} s`
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 360) / 10} h`
}
