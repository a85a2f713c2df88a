import { recordOf, succeeded } from '../../../engine/history/reading/reading.ts'
import type { Recording } from '../../../engine/history/recording.ts'
import { FINAL_STATUSES, STATUSES } from '../../../spec/words.ts'
import { isWord } from './forms.ts'
import type { Noticed, Where } from './habit.ts'
import { median, roughly } from './orders-of-magnitude.ts'

/** Between what a job was and what it became. */
export const STEP = ' → '

const JOBS: Where = { endpoint: 'GET /videos/{id}' }
const isFinal = (status: string) => (FINAL_STATUSES as readonly string[]).includes(status)
export const isListed = (status: unknown) => (STATUSES as readonly unknown[]).includes(status)

/** A status that is no word, or one of too many: a server may make up a new one for each poll. */
export const UNNAMED = 'another status'
const MOST_UNLISTED = 3

/** Its answer was: the server may have moved on with it all the same. */
const LOST = 'lost'

type Poll = {
  n: number
  status: string
  stage: string | undefined
  /** When it was under way, as the history counts. */
  sent: number
  received: number
}

/** The states of jobs, in the order of their polls by whoever owns them, up to the first that is final. */
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
      // An end that the specification does not list leaves a job unfinished.
      if (polls.some(({ status }) => status !== LOST && !isListed(status))) noticeStates(polls, into)
      continue
    }
    // What is final comes last, whatever was asked beside it.
    const journey = [...polls.filter(({ status, sent }) => !isFinal(status) && sent < end.received), end]
    lengths.push(journey.filter(({ status }) => status !== LOST).length)
    noticeStates(polls, into)
    // Of two polls at once nobody knows which the server answered first, and of one that was lost what it did.
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

/** How jobs end is another thing: it depends on what they were asked for. Stages are words of the record. */
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
