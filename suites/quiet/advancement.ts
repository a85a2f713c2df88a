import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { statusOf } from '../../engine/history/reading/reading.ts'
import { type Check, rule } from '../../engine/judge/check.ts'
import { lastWords } from '../../engine/judge/probes.ts'
import { fail, inconclusive, pass, skip, type Verdict, type Violation } from '../../engine/judge/verdict.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { CAUSES, type Cause, REFUSED_POLL } from './marks.ts'
import { QUIET } from './phase.ts'
import {
  LEAST_POLLS,
  type Life,
  lengthOf,
  livesIn,
  type Movement,
  movementIn,
  pairAgrees,
  type Trio,
  triosIn,
  triosNeeded,
} from './trios.ts'

type Question = { causes: readonly Cause[]; breaks: readonly Movement[]; refused?: true }

const IN_WORDS: Record<Cause, string> = {
  time: 'without any other request',
  readings: 'while usage, capacity, balance and models were read',
  'refused polls': 'while polls of it were refused',
  'refused submissions': 'while submissions were refused',
  'polls of finished jobs': 'while finished jobs were polled',
  'another job': 'while other jobs were submitted and polled',
  'everything at once': 'while everything except a poll of it was sent',
}

function restRule(clause: ClauseId, title: string, question: Question): Check {
  return rule<Exchange[]>({
    ...{ id: clause, clause, title },
    suite: 'quiet',
    needs: ['finished-job'],
    from: 'standard',
    phases: [QUIET],
    begin: () => [],
    see(exchanges, exchange) {
      if (exchange.purpose.by === QUIET.name) exchanges.push(exchange)
    },
    conclude: (exchanges) => verdictOn(question, exchanges),
  })
}

function verdictOn({ causes, breaks, refused }: Question, exchanges: readonly Exchange[]): Verdict {
  const lives = livesIn(exchanges)
  const trios = triosIn(lives)
  const evidence = lives.flatMap((life) => life.evidence).slice(0, 50)
  if (refused && lives.length > 0 && wereAccepted(exchanges))
    return inconclusive('the polls without a valid key were not refused', evidence)
  const tested = trios.filter((trio) => trio.trio === 1 && causes.includes(trio.cause))
  const violations = tested.flatMap((first) => (breaks.includes(movementIn(first)) && confirmed(first, trios)) || [])
  if (violations.length > 0) return fail(violations, trios.length)
  const wholes = trios.filter(({ cause }) => cause === 'everything at once')
  if (wholes.length === 0)
    return lives.length === 0 ? skip('no job was left without polls') : inconclusive(whatIsMissing(lives), evidence)
  const odd = wholes.find((whole) => movementIn(whole) !== 'none')
  return odd ? inconclusive(inShort(odd, trios), evidence) : pass(wholes.length, evidence)
}

/** The violation if enough trios show the same, with the same number of polls. */
function confirmed(first: Trio, trios: readonly Trio[]): Violation | undefined {
  const movement = movementIn(first)
  const needed = triosNeeded(first)
  const alike = trios.filter(
    ({ cause, after, trio }) => cause === first.cause && after === first.after && trio <= needed,
  )
  if (alike.length < needed || alike.some((each) => movementIn(each) !== movement)) return undefined
  if (movement === 'moved' && alike.some((each) => each.fast.states.length !== first.fast.states.length))
    return undefined
  const { fast, slow, rested, after, cause } = first
  const left = after > 0 ? `after ${after} polls` : 'right after submission'
  return {
    case: IN_WORDS[cause],
    expected: `${inRuns(fast.states)}, as for identical jobs polled every ${interval(fast)} and every ${interval(slow)}`,
    received: `${inRuns(rested.states)} after ${seconds(restOf(first))} without polls (${left}), ${IN_WORDS[cause]}; ${needed === 2 ? 'a second comparison shows' : `${needed} comparisons show`} the same`,
    evidence: alike.flatMap((trio) => [trio.fast, trio.slow, trio.rested].flatMap((life) => life.evidence.slice(0, 8))),
  }
}

/** queued → running (generating) 18 times → succeeded */
function inRuns(states: readonly string[]): string {
  const starts = states.flatMap((state, index) => (state === states[index - 1] ? [] : [index]))
  const runs = starts.map((start, index) => ({
    state: states[start]!,
    times: (starts[index + 1] ?? states.length) - start,
  }))
  return runs.map(({ state, times }) => (times > 1 ? `${state} ${times} times` : state)).join(' → ')
}

const seconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
const interval = (life: Life) => seconds(lengthOf(life) / life.states.length)
const restOf = ({ rested: { at }, after }: Trio) => at[after + 1]! - at[after]!

function whatIsMissing(lives: readonly Life[]): string {
  const ended = lives.filter((life) => life.ended).length
  if (ended < 2) return 'no two jobs finished for comparison'
  return 'deadline or capacity did not allow leaving a job alone for longer than a slowly polled one took'
}

function inShort(trio: Trio, trios: readonly Trio[]): string {
  const { fast, slow, rested, after } = trio
  const left = after > 0 ? `left without polls after ${after} of them` : 'after a rest'
  const polls = `${fast.states.length} polls when polled fast, ${slow.states.length} when polled slowly, ${rested.states.length} ${left}`
  if (!pairAgrees(trio)) {
    return `jobs needed ${polls}; a comparison requires an equal number of ${LEAST_POLLS} polls or more`
  }
  if (movementIn(trio) === 'unclear') {
    const [inHaste, inTime, afterRest] = [fast, slow, rested].map(({ states }) => inRuns(states))
    return `identical jobs went through states that cannot be compared: ${inHaste} when polled fast, ${inTime} when polled slowly, ${afterRest} when ${after > 0 ? `left without polls after ${after} polls` : 'left without polls first'}`
  }
  const others = trios.some((each) => each.trio > 1 && each.after === after)
  if (triosNeeded(trio) > 2 && !others)
    return `jobs needed ${polls}; for jobs of two polls, only --profile full can decide`
  return others
    ? `jobs needed ${polls}, but other comparisons did not show the same`
    : `jobs needed ${polls}, and no single cause was found`
}

function wereAccepted(exchanges: readonly Exchange[]): boolean {
  const tried = lastWords(exchanges).filter(REFUSED_POLL.in)
  return tried.length === 0 || !tried.every((each) => [401, 404].includes(statusOf(each) ?? 0))
}

const OTHER_CAUSES = CAUSES.filter((cause) => cause !== 'refused polls' && cause !== 'everything at once')

export const advancement: Check[] = [
  restRule('jobs.unpolled-stays', 'does not advance a job that is not polled', {
    causes: OTHER_CAUSES,
    breaks: ['moved'],
  }),
  restRule(
    'jobs.unpolled-is-not-final',
    'does not return a final status on a first poll after a rest, if identical jobs went through unfinished states',
    { causes: OTHER_CAUSES, breaks: ['final at once'] },
  ),
  restRule('jobs.refused-poll-moves-nothing', 'does not advance a job when a poll of it is refused', {
    causes: ['refused polls'],
    breaks: ['moved', 'final at once'],
    refused: true,
  }),
]
