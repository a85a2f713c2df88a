import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { list } from '../../engine/history/reading/words.ts'
import { type Check, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, pass, skip, type Verdict } from '../../engine/judge/verdict.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { type Finding, othersJobs, ownJobs, refusals } from './attribution-rules.ts'
import { COUNTERS, type Course, courseOf, type Idle, isBalance, isOwnerOf, stepsOf } from './counters.ts'
import { BODY_TO_BE_REFUSED, type Counter, READING } from './marks.ts'
import { QUIET } from './phase.ts'

type Question = {
  /** The counters that the check covers. */
  isAbout: (counter: Counter) => boolean
  judge: (course: Course, keys: readonly KeyName[], lagMs: number) => Finding
  idle?: Idle
  /** Without this key the check is skipped. */
  needsKey?: KeyName
  whyUntried?: (exchanges: readonly Exchange[]) => string | undefined
}

function attributed(clause: ClauseId, title: string, question: Question, variant = ''): Check {
  const { needsKey } = question
  const keyNeed = needsKey === 'A2' ? ['same-account-key' as const] : needsKey ? ['other-account-key' as const] : []
  return rule<Exchange[]>({
    id: `${clause}${variant}`,
    clause,
    suite: 'quiet',
    from: 'standard',
    title,
    needs: ['finished-job', ...keyNeed],
    phases: [QUIET],
    begin: () => [],
    see(exchanges, exchange) {
      if (exchange.purpose.by === QUIET.name) exchanges.push(exchange)
    },
    conclude: (exchanges, { keys, configuration }) => verdictOn(question, exchanges, keys, configuration.lagMs),
  })
}

function verdictOn(
  { isAbout, judge, idle, whyUntried, needsKey }: Question,
  exchanges: readonly Exchange[],
  keys: readonly KeyName[],
  lagMs: number,
): Verdict {
  if (exchanges.length === 0) return skip('no job could be observed')
  if (needsKey && !keys.includes(needsKey)) return skip(`key ${needsKey} was not given`)
  const untried = whyUntried?.(exchanges)
  if (untried) return inconclusive(untried)
  const counters = COUNTERS.filter((counter) => keys.includes(counter.key) && isAbout(counter))
  const courses = counters.map((counter) => courseOf(exchanges, counter, idle))
  const readings = exchanges.filter(READING.in).map(({ n }) => n)
  const found = courses.map((course) => judge(course, keys, lagMs))
  const violations = found.filter((each) => typeof each === 'object')
  if (violations.length > 0) return fail(violations, courses.length)
  if (!courses.some((course) => stepsOf(course, 'a job').length > 0))
    return inconclusive('no job finished while usage and balance were observed', readings)
  const unread = courses.flatMap((course) => course.unread.slice(0, 1).map((each) => `${each}, could not be read`))
  const doubts = [...unread, ...found.filter((each) => typeof each === 'string')]
  return doubts.length > 0 ? inconclusive(list(doubts), readings) : pass(courses.length, readings.slice(0, 20))
}

function whyNoRefusals(exchanges: readonly Exchange[]): string | undefined {
  const tried = exchanges.filter(BODY_TO_BE_REFUSED.in)
  if (tried.length === 0) return 'no submission was refused while usage and balance were observed'
  return tried.some(succeeded) ? 'an invalid body was accepted, so usage and balance may change' : undefined
}

const isOwnUsage = (counter: Counter) => !isBalance(counter) && counter.key !== 'B'

export const attribution: Check[] = [
  attributed('accounts.usage-moves-with-its-key', 'updates the usage of a key when its job finishes', {
    isAbout: isOwnUsage,
    judge: (course, _, lagMs) => ownJobs(course, lagMs),
  }),
  attributed(
    'accounts.usage-moves-with-its-key',
    'does not update the usage of other keys of the account with a job',
    {
      needsKey: 'A2',
      idle: 'without requests',
      isAbout: isOwnUsage,
      judge(course, keys, lagMs) {
        const others = keys.filter((key) => !isOwnerOf(course, key) && sameAccount(course.key, key))
        return othersJobs(course, others, lagMs)
      },
    },
    '/other-key',
  ),
  attributed(
    'accounts.balance-is-their-own',
    "does not update an account's usage or balance with another account's job",
    {
      needsKey: 'B',
      idle: 'without requests',
      isAbout: () => true,
      judge(course, keys, lagMs) {
        const others = keys.filter((key) => !sameAccount(course.key, key))
        return othersJobs(course, others, lagMs)
      },
    },
  ),
  attributed('submission.refused-costs-nothing', 'does not charge for a refused submission', {
    isAbout: ({ key }) => key === 'A',
    judge: (course, _, lagMs) => refusals(course, lagMs),
    whyUntried: whyNoRefusals,
  }),
]
