import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { list } from '../../engine/history/reading/words.ts'
import { type Check, type Facts, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, pass, skip, type Verdict } from '../../engine/judge/verdict.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Need } from '../../spec/clause.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { type Accusation, isForeignTo, othersJobs, ownJobs, refusals } from './attribution-rules.ts'
import { BODY_TO_BE_REFUSED, type Meter, READING } from './marks.ts'
import { type Course, courseOf, type Idle, METERS, metersOf, stepsOf } from './meters.ts'
import { QUIET } from './phase.ts'

type Named = { id: string; clause: ClauseId; title: string; needs?: readonly Need[] }

type Question = {
  /** The meters that the question is about, of those whose keys the run has. */
  of: (keys: readonly KeyName[]) => readonly Meter[]
  judge: (course: Course, facts: Pick<Facts, 'keys' | 'configuration'>) => Accusation
  /** What usual requests of others move is no excuse where it is asked what others move. */
  idly?: Idle
  /** Without this key the check is skipped. */
  needsKey?: KeyName
  isTried?: (exchanges: readonly Exchange[]) => string | undefined
}

function meterRule({ needs = [], ...named }: Named, question: Question): Check {
  return rule<Exchange[]>({
    suite: 'quiet',
    from: 'standard',
    ...named,
    needs: ['finished-job', ...needs],
    phases: [QUIET],
    begin: () => [],
    see(exchanges, exchange) {
      if (exchange.purpose.by === QUIET.name) exchanges.push(exchange)
    },
    conclude: (exchanges, facts: Facts) => verdictOn(question, exchanges, facts),
  })
}

function verdictOn(
  { of, judge, idly, isTried, needsKey }: Question,
  exchanges: readonly Exchange[],
  facts: Facts,
): Verdict {
  const { keys } = facts
  if (exchanges.length === 0) return skip('no job could be observed')
  if (needsKey && !keys.includes(needsKey)) return skip(`key ${needsKey} was not given`)
  const untried = isTried?.(exchanges)
  if (untried) return inconclusive(untried)
  const courses = of(keys).map((meter) => courseOf(exchanges, meter, idly))
  const readings = exchanges.filter(READING.in).map(({ n }) => n)
  const found = courses.map((course) => judge(course, facts))
  const violations = found.filter((each) => typeof each === 'object')
  if (violations.length > 0) return fail(violations, courses.length)
  if (!courses.some((course) => stepsOf(course, 'a job').length > 0))
    return inconclusive('no job finished while usage and balance were observed', readings)
  const doubts = [...courses.map(unread), ...found].filter((each) => typeof each === 'string')
  return doubts.length > 0 ? inconclusive(list(doubts), readings) : pass(courses.length, readings.slice(0, 20))
}

const unread = ({ unread: [first] }: Course) => first && `${first}, could not be read`

function wereRefused(exchanges: readonly Exchange[]): string | undefined {
  const tried = exchanges.filter(BODY_TO_BE_REFUSED.in)
  if (tried.length === 0) return 'no submission was refused while usage and balance were observed'
  return tried.some(succeeded) ? 'an invalid body was accepted, so usage and balance may change' : undefined
}

const usages = (keys: readonly KeyName[]) => metersOf('GET /usage', keys)
const balances = (keys: readonly KeyName[]) => metersOf('GET /billing/balance', keys)

export const attribution: Check[] = [
  meterRule(
    {
      id: 'accounts.usage-moves-with-its-key',
      clause: 'accounts.usage-moves-with-its-key',
      title: 'updates the usage of a key when its job finishes',
    },
    {
      of: (keys) => usages(keys).filter(({ key }) => key !== 'B'),
      judge: (course, { configuration }) => ownJobs(course, configuration.lagMs),
    },
  ),
  meterRule(
    {
      id: 'accounts.usage-moves-with-its-key/other-key',
      clause: 'accounts.usage-moves-with-its-key',
      title: 'does not update the usage of other keys of the account with a job',
      needs: ['same-account-key'],
    },
    {
      needsKey: 'A2',
      idly: 'altogether',
      of: (keys) => usages(keys).filter(({ key }) => key !== 'B'),
      judge: (course, { keys, configuration }) =>
        othersJobs(
          course,
          keys.filter((key) => isForeignTo(course, key) && sameAccount(course.key, key)),
          configuration.lagMs,
        ),
    },
  ),
  meterRule(
    {
      id: 'accounts.balance-is-their-own',
      clause: 'accounts.balance-is-their-own',
      title: "does not update an account's usage or balance with another account's job",
      needs: ['other-account-key'],
    },
    {
      needsKey: 'B',
      idly: 'altogether',
      of: (keys) => [...usages(keys), ...balances(keys)],
      judge: (course, { keys, configuration }) =>
        othersJobs(
          course,
          keys.filter((key) => !sameAccount(course.key, key)),
          configuration.lagMs,
        ),
    },
  ),
  meterRule(
    {
      id: 'submission.refused-costs-nothing',
      clause: 'submission.refused-costs-nothing',
      title: 'does not charge for a refused submission',
    },
    {
      of: () => METERS.filter(({ key }) => key === 'A'),
      judge: (course, { configuration }) => refusals(course, configuration.lagMs),
      isTried: wereRefused,
    },
  ),
]
