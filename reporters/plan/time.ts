import { excerpt } from '../../engine/history/reading/words.ts'
import type { Measured } from '../../engine/run/pace.ts'
import type { Quickness } from '../../engine/run/phase.ts'
import type { Probed } from '../../engine/run/probe.ts'
import { KEY_VARIABLES } from '../../engine/run/provision.ts'
import { counted } from '../words/counted.ts'
import { timeInWords } from '../words/duration.ts'

/** Estimated duration, the assumed pace, and the effect of a slower pace. */
export type Outlook = {
  seconds: number
  pace: Quickness
  /** Requests per second at this pace. */
  perSecond: number
  /** The earlier run that the pace comes from; if missing, it is assumed, except for measured values. */
  measured?: Measured
  probed?: Probed
  /** Duration of the run by seconds per job. */
  ifJobsTake?: [jobSeconds: number, seconds: number][]
  /** Extra time for each further tenth of a second per response, and for each further poll per job. */
  perTenth: number
  perPoll: number
  deadlineSeconds: number
  /** Duration without a deadline. */
  wholeSeconds: number
  /** Options with which everything fits the deadline. */
  fitting: readonly string[]
}

/** Smaller differences are below the accuracy of the estimate. */
const NOTABLY = 1.05

export function timeLines(outlook: Outlook): string[] {
  const { seconds, probed, deadlineSeconds, ifJobsTake = [] } = outlook
  const jobs = ifJobsTake.map(([each, all], index) => `${index === 0 ? 'If a job takes ' : ''}${each} s: ${about(all)}`)
  return [
    ...(probed ? probeLines(probed) : []),
    `Estimated duration: ${about(Math.min(seconds, deadlineSeconds))}. ${sourceInWords(outlook)}.`,
    ...(jobs.length > 0 ? [`${jobs.join('; ')}.`] : []),
    ...slower(outlook),
    ...leftOut(outlook),
  ]
}

/** Before a run begins. */
export const durationLine = ({ seconds, deadlineSeconds, pace, measured }: Outlook): string =>
  `Estimated duration: ${about(Math.min(seconds, deadlineSeconds))}, ${
    measured
      ? 'at the pace of the previous run'
      : `if a response takes ${answerInWords(pace.answerMs)} and a job ${counted(pace.polls, 'poll')}`
  }.`

const about = (seconds: number) => `about ${timeInWords(seconds)}`

function probeLines({ pace, limit, refused, requests, free, http2, refusedKeys }: Probed): string[] {
  if (!pace) return []
  const rate = pace.perSecond === undefined ? '' : `${rateInWords(pace.perSecond)} allowed`
  const limitWords = {
    announced: `${rate} (announced in headers)`,
    refused: `about ${rate} (${refused} of ${requests} requests returned 429)`,
  }
  const seen = [
    `${answerInWords(pace.answerMs)} per response over ${http2 ? 'HTTP/2' : 'HTTP/1.1'}`,
    limit === undefined ? 'no rate limit seen' : limitWords[limit],
  ]
  const keys = refusedKeys.map((key) => `The server refuses ${KEY_VARIABLES[key]}.`)
  const capacity =
    free === undefined ? 'GET /capacity does not show the free capacity' : `Free capacity for ${counted(free, 'job')}`
  return [
    `Measured now: ${seen.join(', ')}.`,
    [`${capacity}.`, `The server accepts ${KEY_VARIABLES.A}.`, ...keys].join(' '),
  ]
}

function sourceInWords({ pace, perSecond, measured, probed }: Outlook): string {
  const source = measured
    ? `Measured in the previous run (profile ${excerpt(measured.profile, 20)})`
    : 'Assumed (no previous run of this server)'
  if (!probed?.pace) return `${source}: ${paceInWords(pace)}`
  return `The run keeps about ${rateInWords(perSecond)}. ${source}: ${counted(pace.polls, 'poll')} per job`
}

/** The effect of a slower server, within the deadline. */
function slower({ seconds, perTenth, perPoll, deadlineSeconds, pace: { perSecond } }: Outlook): string[] {
  const left = deadlineSeconds - seconds
  // The run ends at the deadline anyway.
  if (left <= 0) return []
  const reasons = [
    ...(perTenth < left ? [`each additional 0.1 s per response adds ${timeInWords(perTenth)}`] : []),
    ...(perPoll > 0 && perPoll < left ? [`each additional poll per job adds ${timeInWords(perPoll)}`] : []),
  ].join('; ')
  const words = reasons === '' ? '' : `${reasons[0]!.toUpperCase()}${reasons.slice(1)}. `
  const waits = perSecond === undefined ? 'Waiting after a 429 is not included.' : ''
  return `${words}${waits}` === '' ? [] : [`${words}${waits}`.trimEnd()]
}

function leftOut({ seconds, deadlineSeconds, wholeSeconds, fitting }: Outlook): string[] {
  const options = fitting.length === 0 ? '' : `. Each of these fits: ${fitting.join('; ')}`
  const whole = `the whole run would take ${about(wholeSeconds)}${options}`
  if (seconds > deadlineSeconds)
    return [`The deadline of ${limitOfTime(deadlineSeconds)} leaves some clauses untested: ${whole}.`]
  if (wholeSeconds < seconds * NOTABLY) return []
  return [`The deadline of ${limitOfTime(deadlineSeconds)} leaves some additional cases untested: ${whole}.`]
}

function paceInWords({ answerMs, polls, capacity, perSecond }: Quickness): string {
  const atOnce = capacity === undefined ? '' : `, capacity ${counted(capacity, 'job')}`
  const rate = perSecond === undefined ? '' : `, about ${rateInWords(perSecond)}`
  return `${answerInWords(answerMs)} per response, ${counted(polls, 'poll')} per job${atOnce}${rate}`
}

/** Two significant digits. */
function rateInWords(perSecond: number): string {
  const rounded = Number(perSecond.toPrecision(2))
  return `${rounded} ${rounded === 1 ? 'request' : 'requests'} per second`
}

function answerInWords(ms: number): string {
  if (ms < 1) return 'less than 1 ms'
  return ms < 100 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}

/** A limit, exactly. */
export const limitOfTime = (seconds: number) => (seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`)
