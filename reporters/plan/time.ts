import { excerpt } from '../../engine/history/reading/words.ts'
import type { Measured } from '../../engine/run/pace.ts'
import type { Quickness } from '../../engine/run/phase.ts'
import { counted } from '../words/counted.ts'

/** How long a run will take, at which pace, and what a slower pace would make of it. */
export type Outlook = {
  seconds: number
  pace: Quickness
  /** Where the pace was measured; it is assumed otherwise. */
  measured?: Measured
  /** What a further tenth of a second for each answer takes, and a further poll for each job. */
  perTenth: number
  perPoll: number
  deadlineSeconds: number
  /** If nothing had to be left out for want of time. */
  wholeSeconds: number
  /** A deadline that leaves time for all of it. */
  enoughMinutes?: number
}

/** Smaller differences are below the accuracy of the estimate. */
const NOTABLY = 1.05

export function timeLines(outlook: Outlook): string[] {
  const { seconds, pace, measured, deadlineSeconds } = outlook
  const source = measured
    ? `Measured in the previous run (profile ${excerpt(measured.profile, 20)})`
    : 'Assumed (no previous run of this server)'
  return [
    `Estimated duration: about ${timeInWords(Math.min(seconds, deadlineSeconds))}. ${source}: ${paceInWords(pace)}.`,
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
    ...(perTenth < left ? [`each additional 0.1 s per response adds ${timeInWords(perTenth)}`] : []),
    ...(perPoll > 0 && perPoll < left ? [`each additional poll per job adds ${timeInWords(perPoll)}`] : []),
  ].join('; ')
  const words = told === '' ? '' : `${told[0]!.toUpperCase()}${told.slice(1)}. `
  return [`${words}Waiting after a 429 is not included.`]
}

function leftOut({ seconds, deadlineSeconds, wholeSeconds, enoughMinutes }: Outlook): string[] {
  const more = enoughMinutes === undefined ? '' : ` (--deadline ${enoughMinutes}m)`
  const whole = `the whole run would take about ${timeInWords(wholeSeconds)}${more}`
  if (seconds > deadlineSeconds)
    return [`The deadline of ${limitOfTime(deadlineSeconds)} leaves some clauses untested: ${whole}.`]
  if (wholeSeconds < seconds * NOTABLY) return []
  return [`The deadline of ${limitOfTime(deadlineSeconds)} leaves some additional cases untested: ${whole}.`]
}

function paceInWords({ answerMs, polls, capacity }: Quickness): string {
  const atOnce = capacity === undefined ? '' : `, capacity ${counted(capacity, 'job')}`
  return `${answerInWords(answerMs)} per response, ${counted(polls, 'poll')} per job${atOnce}`
}

function answerInWords(ms: number): string {
  if (ms < 1) return 'less than 1 ms'
  return ms < 100 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}

/** A limit, exactly. */
export const limitOfTime = (seconds: number) => (seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`)

/** An estimate needs no more than two digits. */
function timeInWords(seconds: number): string {
  if (seconds < 10) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 120) return `${Math.round(seconds / 5) * 5} s`
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 360) / 10} h`
}
