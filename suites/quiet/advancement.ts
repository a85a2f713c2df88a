import { type Check, type Rule, rule } from '../../runner/check.ts'
import type { Exchange } from '../../runner/exchange.ts'
import { statusOf } from '../../runner/reading.ts'
import { fail, inconclusive, pass, skip, type Verdict } from '../../runner/verdict.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import {
  CAUSES,
  type Cause,
  LEAST_POLLS,
  type Life,
  livesIn,
  type Movement,
  movementIn,
  type Trio,
  trioOf,
  twinsAgree,
} from './lives.ts'
import { keepQuiet, QUIET_PHASE } from './phase.ts'

type Question = { causes: readonly Cause[]; breaks: Movement; refused?: true }

const IN_WORDS: Record<Cause, string> = {
  time: 'while nothing at all happened',
  readings: 'while usage, capacity, balance and models were read',
  'refused polls': 'while polls of it were refused',
  'another job': 'while another job was submitted and polled',
  'everything at once': 'while everything but a poll happened',
}

function restRule(named: { id: string; clause: ClauseId; title: string }, question: Question): Check {
  return rule<Exchange[]>({
    suite: 'quiet',
    needs: ['finished-job'],
    from: 'standard',
    exclusive: true,
    ...named,
    cost: () => ({ requests: 0 }),
    drive: (drive) => drive.together(QUIET_PHASE, keepQuiet),
    begin: () => [],
    see(exchanges, exchange) {
      if (exchange.purpose.by === QUIET_PHASE) exchanges.push(exchange)
    },
    conclude: (exchanges) => verdictOn(question, exchanges),
  } as Rule<Exchange[]>)
}

function verdictOn(question: Question, exchanges: readonly Exchange[]): Verdict {
  const lives = livesIn(exchanges)
  const trios = CAUSES.flatMap((cause) => [1, 2].flatMap((trio) => namedTrio(lives, trio, cause)))
  const evidence = lives.flatMap((life) => life.evidence).slice(0, 50)
  const broken = question.causes.find((cause) => bothSay(trios, cause, question.breaks))
  if (broken) return fail([violationOf(trios, broken)], trios.length)
  const whole = trios.find(({ cause, trio }) => cause === 'everything at once' && trio === 1)
  if (!whole) return lives.length === 0 ? skip('no job was left alone') : inconclusive(whatIsMissing(lives), evidence)
  if (question.refused && !wereRefused(exchanges))
    return inconclusive('the polls that were to be refused were not', evidence)
  if (whole.movement === 'none') return pass(1, evidence)
  return inconclusive(inShort(whole), evidence)
}

type Named = Trio & { cause: Cause; trio: number; movement: Movement }

function namedTrio(lives: readonly Life[], trio: number, cause: Cause): Named[] {
  const found = trioOf(lives, trio, cause)
  return found ? [{ ...found, cause, trio, movement: movementIn(found) }] : []
}

/** Two trios that say the same, each with twins that needed the same number of polls as the other's. */
function bothSay(trios: readonly Named[], cause: Cause, movement: Movement): boolean {
  const own = trios.filter((each) => each.cause === cause)
  if (own.length < 2 || !own.every((each) => each.movement === movement)) return false
  return movement !== 'moved' || own[0]!.fast.states.length === own[1]!.fast.states.length
}

function violationOf(trios: readonly Named[], cause: Cause) {
  const own = trios.filter((each) => each.cause === cause)
  const [{ fast, slow, rested }] = own as [Named]
  return {
    case: IN_WORDS[cause],
    expected: `${fast.states.join(' → ')}, as polled every ${interval(fast)} and every ${interval(slow)}`,
    received: `${rested.states.join(' → ')} after ${seconds(rested.untilFirst)} unpolled, ${IN_WORDS[cause]}; a second trio says the same`,
    evidence: own.flatMap((each) => [each.fast, each.slow, each.rested].flatMap((life) => life.evidence.slice(0, 8))),
  }
}

const seconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
const interval = ({ untilLast, states }: Life) => seconds(untilLast / states.length)

function whatIsMissing(lives: readonly Life[]): string {
  const slow = lives.find(({ role }) => role.kind === 'slow')
  if (!slow?.ended) return 'no two jobs came to their ends to compare with'
  return 'the deadline is too near, or there was no room, to leave a job alone for longer than its slow twin took'
}

function inShort({ fast, slow, rested, movement, ...trio }: Named): string {
  const polls = `${fast.states.length} polls when polled fast, ${slow.states.length} when polled slowly, ${rested.states.length} after a rest`
  if (!twinsAgree({ fast, slow, ...trio })) {
    return `jobs needed ${polls}; only an equal number of ${LEAST_POLLS} or more would tell that a rest changed something`
  }
  return movement === 'unclear'
    ? `jobs needed ${polls}`
    : `jobs needed ${polls}, but a second trio did not say the same`
}

function wereRefused(exchanges: readonly Exchange[]): boolean {
  const tried = exchanges.filter((each) => each.purpose.case?.startsWith('a poll '))
  return tried.length > 0 && tried.every((each) => [401, 404].includes(statusOf(each) ?? 0))
}

export const advancement: Check[] = [
  restRule(
    {
      id: 'quiet.unpolled-job-rests',
      clause: 'jobs.unpolled-stays',
      title: 'leaves a job where it is that nobody polls, whatever else happens',
    },
    { causes: ['time', 'readings', 'another job'], breaks: 'moved' },
  ),
  restRule(
    {
      id: 'quiet.unpolled-job-is-not-final',
      clause: 'jobs.unpolled-is-not-final',
      title: 'shows no job final at its first poll whose twins were seen in several unfinished states',
    },
    { causes: ['time', 'readings', 'another job'], breaks: 'final at once' },
  ),
  restRule(
    {
      id: 'quiet.refused-polls-move-nothing',
      clause: 'jobs.refused-poll-moves-nothing',
      title: 'moves no job by a poll that is refused',
    },
    { causes: ['refused polls'], breaks: 'moved', refused: true },
  ),
]
