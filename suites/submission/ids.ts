import { idAt } from '../../engine/discovery/dialect/job-id.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/who-asks.ts'
import { type AboutRule, type Check, type Facts, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'
import { FIELDS } from '../../spec/words.ts'
import { chanceOfAJob, IMPLAUSIBLE } from '../inputs/ids/id-forms.ts'
import { bookFor } from '../limits/book.ts'
import { ORDERS } from '../limits/placing.ts'
import { bodyOf, traitsOf } from '../limits/trait.ts'

type Taken = { n: number; id: string; body: string; key: KeyName }
type Notes = { taken: Taken[] }

/** The same wish in the same words; that two ways of writing it are equal is not for us to say. */
const bodyAsSent = ({ request }: Exchange) => request.body ?? ''

const maybeCounted = (id: string) => chanceOfAJob(id) >= IMPLAUSIBLE

/** Submissions of one account, in their order. What nobody knows to be of one account is not compared. */
function byAccount(taken: readonly Taken[], keyring: Facts['keyring']): Taken[][] {
  const accounts: Taken[][] = []
  for (const own of Map.groupBy(taken, ({ key }) => key).values()) {
    const account = accounts.find(([first]) => keyring.areOfOneAccount(first!.key, own[0]!.key))
    if (account) for (const each of own) account.push(each)
    else accounts.push(own)
  }
  return accounts.map((own) => own.sort((one, other) => one.n - other.n))
}

const pairsOf = (count: number) => (count * (count - 1)) / 2

/** How many pairs of submissions there are: of the same body, or of different ones. */
function countOf(all: readonly Taken[], isOfTheSame: boolean): number {
  const bodies = Map.groupBy(all, ({ body }) => body)
  const same = [...bodies.values()].reduce((sum, own) => sum + pairsOf(own.length), 0)
  return isOfTheSame ? same : pairsOf(all.length) - same
}

/** Each submission that was given an id that one before it has, with the first of those. */
function repeatedIn(all: readonly Taken[], isOfTheSame: boolean): [Taken, Taken][] {
  return [...Map.groupBy(all, ({ id }) => id).values()].flatMap((own) => {
    const firsts = new Map<string, Taken>()
    return own.flatMap((each): [Taken, Taken][] => {
      if (!firsts.has(each.body)) firsts.set(each.body, each)
      const ofTheSame = firsts.get(each.body)!
      const first = isOfTheSame ? ofTheSame : firsts.values().find(({ body }) => body !== each.body)
      return first && first !== each ? [[first, each]] : []
    })
  })
}

function idRule(named: Omit<AboutRule, 'suite'>, expected: string, isOfTheSame: boolean): Check {
  return rule<Notes>({
    suite: 'submission',
    needs: ['job'],
    ...named,
    begin: () => ({ taken: [] }),
    see({ taken }, exchange, { dialect, isGood }: Facts) {
      if (exchange.request.method !== 'POST' || !succeeded(exchange) || !dialect.idWay) return
      const id = idAt(jsonOf(exchange)?.value, dialect.idWay)
      const key = keyOf(exchange.request)
      const isLawful = exchange.purpose.part === 'submission' || exchange.purpose.tries !== undefined
      if (id !== undefined && key !== undefined && isGood(key) && isLawful)
        taken.push({ n: exchange.n, id, key, body: bodyAsSent(exchange) })
    },
    conclude({ taken }, { keyring, isOneServer }) {
      const accounts = byAccount(taken, keyring)
      const pairs = accounts.reduce((sum, own) => sum + countOf(own, isOfTheSame), 0)
      if (pairs === 0) return skip('fewer than two comparable submissions were accepted')
      const repeated = accounts
        .flatMap((own) => repeatedIn(own, isOfTheSame))
        .sort(([one, again], [other, later]) => one.n - other.n || again.n - later.n)
      const counted = isOneServer ? undefined : repeated.find(([one]) => maybeCounted(one.id))
      if (counted)
        return inconclusive(
          `the id ${counted[0].id} came twice; the ids may be counters that start again when the server restarts`,
          counted.map(({ n }) => n),
        )
      const violations = repeated.map(
        ([one, other]): Violation => ({
          expected,
          received: `the id ${one.id} for two submissions`,
          evidence: [one.n, other.n],
        }),
      )
      const evidence = taken.map(({ n }) => n).slice(0, 20)
      return violations.length > 0 ? fail(violations, pairs) : pass(pairs, evidence)
    },
  })
}

export const idsDiffer = idRule(
  {
    id: 'submission.ids-differ',
    clause: 'submission.ids-differ',
    title: 'gives different submissions different ids',
    from: 'standard',
    phases: [ORDERS],
  },
  'different ids for different submissions',
  false,
)

/** In the quiet phase one twin is made while another rests; beside everything else, they cost a job of their own. */
const TWO_AT_ONCE: Phase = {
  name: 'submission.identical-are-distinct',
  stage: 'jobs',
  priority: 0,
  max({ configuration: { profile } }) {
    const jobs = profile === 'full' ? 1 : 0
    return { requests: jobs, jobs, videoSeconds: jobs * FIELDS.duration.least, kind: 'plain' }
  },
  async drive(drive) {
    if (drive.configuration.profile !== 'full') return
    const book = await bookFor(drive)
    const tries = traitsOf(book.base).map(({ name }) => name)
    await drive.jobs.submit(bodyOf(book.base), { purpose: { case: 'the first submission again', tries } })
  },
}

/** Twins under way at once: whoever takes the second for a repetition of the first gives both one id. */
export const identicalAreDistinct = idRule(
  {
    id: TWO_AT_ONCE.name,
    clause: 'submission.identical-are-distinct',
    title: 'creates two jobs for two identical submissions',
    from: 'standard',
    phases: [TWO_AT_ONCE],
  },
  'different ids for identical submissions',
  true,
)
