import { recordOf, succeeded } from '../../../engine/history/reading/reading.ts'
import type { Recording } from '../../../engine/history/recording.ts'
import { FINAL_STATUSES, STATUSES } from '../../../spec/words.ts'
import { isWord } from './forms.ts'
import type { Noticed, Where } from './habit.ts'
import { median, roughly } from './orders-of-magnitude.ts'

/** Separates two states. */
export const STEP = ' → '

const JOBS: Where = { endpoint: 'GET /videos/{id}' }
const isFinal = (status: string) => (FINAL_STATUSES as readonly string[]).includes(status)
export const isListed = (status: unknown) => (STATUSES as readonly unknown[]).includes(status)

/** For a status that is not a word, or exceeds the limit: a server may invent one per poll. */
export const UNNAMED = 'another status'
const MOST_UNLISTED = 3

/** The response was lost; the server may have moved the job anyway. */
const LOST = 'lost'

type Poll = {
  n: number
  status: string
  stage: string | undefined
  /** When it was in flight, by the history's counter. */
  sent: number
  received: number
}

/** The states of jobs, in the order of their owner's polls, up to the first final one. */
export function noticeJourneys(
  recording: Recording,
  into: Noticed,
  isCompared: (n: number) => boolean = () => true,
): void {
  const lengths: number[] = []
  for (const polls of journeysIn(recording)) {
    const end = polls.find(({ status }) => isFinal(status))
    if (!polls.every(({ n }) => isCompared(n))) continue
    if (!end) {
      // An unlisted final state leaves a job unfinished.
      if (polls.some(({ status }) => status !== LOST && !isListed(status))) noticeStates(polls, into)
      continue
    }
    // The final state comes last, whatever was polled concurrently.
    const journey = [...polls.filter(({ status, sent }) => !isFinal(status) && sent < end.received), end]
    lengths.push(journey.filter(({ status }) => status !== LOST).length)
    noticeStates(polls, into)
    // The server's order of concurrent polls is unknown, and so is the effect of a lost one.
    const isKnown = journey.every((poll) => poll.status !== LOST && isAlone(poll, journey))
    if (isKnown) noticeSteps(journey, into)
  }
  const middle = median(lengths)
  if (middle !== undefined) into.see(JOBS, 'polls', String(roughly(middle)))
}

function journeysIn(recording: Recording): Poll[][] {
  const jobs = new Map<number, Poll[]>()
  const unlisted = new Set<string>()
  const nameOf = (status: unknown) => {
    if (isListed(status)) return String(status)
    if (typeof status !== 'string' || !isWord(status)) return UNNAMED
    if (unlisted.size < MOST_UNLISTED) unlisted.add(status)
    return unlisted.has(status) ? status : UNNAMED
  }
  for (const entry of recording) {
    if (entry.kind !== 'exchange' || entry.purpose.job === undefined || entry.purpose.polled === undefined) continue
    if (entry.answer && !succeeded(entry)) continue
    const record = recordOf(entry)
    const stage = typeof record?.stage === 'string' ? record.stage : undefined
    const polls = jobs.get(entry.purpose.job) ?? []
    const { n, sent, received } = entry
    jobs.set(entry.purpose.job, [
      ...polls,
      { n, status: entry.answer ? nameOf(record?.status) : LOST, stage, sent, received },
    ])
  }
  return [...jobs.values()].map((polls) => polls.sort((one, other) => one.received - other.received))
}

/** Final states depend on the submission, so they are not counted here. Stages are words of the record. */
function noticeStates(polls: readonly Poll[], into: Noticed): void {
  into.look(JOBS, 'state')
  const unfinished = polls.filter(({ status }) => !isFinal(status) && status !== LOST)
  const states = new Map(unfinished.map(({ status, n }) => [status, n]))
  for (const [state, n] of states) into.note(JOBS, 'state', state, [n])
}

function noticeSteps(journey: readonly Poll[], into: Noticed): void {
  into.look(JOBS, 'step')
  const steps = new Map<string, number[]>()
  for (const [index, poll] of journey.slice(1).entries()) {
    const before = journey[index]!
    if (inWords(before) !== inWords(poll)) steps.set(`${inWords(before)}${STEP}${inWords(poll)}`, [before.n, poll.n])
  }
  const first = journey[0]!
  into.note(JOBS, 'step', `submitted${STEP}${inWords(first)}`, [first.n])
  for (const [step, evidence] of steps) into.note(JOBS, 'step', step, evidence)
}

const isAlone = (poll: Poll, journey: readonly Poll[]) =>
  isFinal(poll.status) ||
  journey.every(
    (other) => other === poll || isFinal(other.status) || other.received < poll.sent || other.sent > poll.received,
  )

const inWords = ({ status, stage }: Poll) =>
  stage === undefined || isFinal(status) ? status : `${status} (${stage.slice(0, 40)})`
