import { idAt, idCandidates, mayHideItsId } from '../../engine/discovery/dialect/job-id.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf, statusOf, succeeded, whyUnread } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { type AboutRule, type Check, type Facts, rule } from '../../engine/judge/check.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { Phase } from '../../engine/run/phase.ts'
import { endpoint } from '../../spec/endpoints.ts'
import { FIELDS } from '../../spec/words.ts'
import { chanceOfAJob, IMPLAUSIBLE } from '../inputs/ids.ts'
import { combinationsFor } from '../limits/combinations.ts'
import { COMBINED } from '../limits/submit.ts'
import { bodyOf, namesIn } from '../limits/values.ts'

const ACCEPTED = endpoint('POST /videos').success!

/** An accepted submission. Refusals are judged by their own checks. */
function isTakenOn(exchange: Exchange): boolean {
  const { purpose, request } = exchange
  return request.method === 'POST' && purpose.part === 'submission' && succeeded(exchange)
}

/** 303 See Other counts as success. */
function isSentOn(exchange: Exchange): boolean {
  const { purpose, request } = exchange
  return request.method === 'POST' && purpose.part === 'submission' && statusOf(exchange) === 303
}

const answered202 = oneAnswerRule({
  id: 'submission.accepted-with-202/status',
  clause: 'submission.accepted-with-202',
  suite: 'submission',
  title: 'returns 202 for an accepted submission',
  needs: ['job'],
  unseen: 'no submission was accepted',
  inspect(exchange) {
    if (!isTakenOn(exchange) && !isSentOn(exchange)) return undefined
    return statusOf(exchange) === ACCEPTED
      ? 'kept'
      : { expected: String(ACCEPTED), received: receivedInWords(exchange) }
  },
})

type Asked = { n: number; id: string | undefined; status: number | undefined }

type Notes = {
  accepted: number[]
  /** Submissions with jobs that GET never found, and its responses. */
  unknown: Exchange[]
  tried: Map<number, Asked[]>
}

/** The id is the value that GET /videos/{id} knows; the run has polled every value that could be it. */
const carriesTheId: Check = rule<Notes>({
  id: 'submission.answer-carries-the-id',
  clause: 'submission.answer-carries-the-id',
  suite: 'submission',
  title: 'returns JSON with the id of the job for a submission',
  needs: ['job'],
  begin: () => ({ accepted: [], unknown: [], tried: new Map() }),
  see({ accepted, unknown, tried }, exchange, { isKnown }) {
    const { n } = exchange
    if (isTakenOn(exchange)) {
      accepted.push(n)
      if (!isKnown(n)) unknown.push(exchange)
    }
    const { job, owner, keyLeftOut } = exchange.purpose
    // Another key's job may exist even if this key cannot read it.
    if (job === undefined || isKnown(job) || owner !== undefined || keyLeftOut) return
    tried.set(job, [...(tried.get(job) ?? []), { n, id: exchange.purpose.polled, status: statusOf(exchange) }])
  },
  conclude({ accepted, unknown, tried }, facts) {
    if (accepted.length === 0) return skip('no submission was accepted')
    const evidence = accepted.slice(0, 20)
    const violations = unknown.flatMap((submission): Violation[] => {
      const asked = tried.get(submission.n) ?? []
      if (whyUnread(submission) || asked.some(({ status }) => status !== 404)) return []
      // The clauses on ids judge whether the id belongs to another job.
      if (!isAskedOut(submission, asked, facts)) return []
      const received = jsonOf(submission)
        ? 'JSON without a value that GET /videos/{id} accepts as an id'
        : receivedInWords(submission)
      return [
        {
          expected: 'JSON with the id of the job',
          received,
          evidence: [...asked.map(({ n }) => n), submission.n],
        },
      ]
    })
    if (violations.length > 0) return fail(violations, accepted.length)
    if (unknown.length === accepted.length) return inconclusive('no id could be tested', evidence)
    return pass(accepted.length - unknown.length, evidence)
  },
})

/** Whether each possible id has been polled, or the one in the usual place. */
function isAskedOut(submission: Exchange, asked: readonly Asked[], { dialect, ids, isOneServer }: Facts): boolean {
  const isAsked = (id: string) => asked.some((each) => each.id === id)
  const usual = dialect.idWay && idAt(jsonOf(submission)?.value, dialect.idWay)
  if (usual !== undefined && isAsked(usual)) return true
  if (mayHideItsId(submission)) return false
  // Recorded traffic cannot be extended: the usual place is empty, and no other value looks like an id.
  if (!isOneServer && dialect.idWay && usual === undefined && asked.length === 0)
    return idCandidates(submission, Number.POSITIVE_INFINITY).every(({ text }) => /^[a-z]{0,12}$/i.test(text))
  const candidates = idCandidates(submission, Number.POSITIVE_INFINITY)
  // The clauses on ids judge an id of another job.
  const isAnothers = (id: string) => asked.length > 0 && ids().includes(id)
  return candidates.every(({ text }) => isAsked(text) || isAnothers(text))
}

export const acceptance: Check[] = [answered202, carriesTheId]

type Taken = { n: number; id: string; body: string; key: KeyName }

/** Submissions of one account, in their order. Keys that may be of different accounts are not compared. */
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

/** The number of pairs of submissions with the same body, or with different ones. */
function countOf(all: readonly Taken[], isOfTheSame: boolean): number {
  const bodies = Map.groupBy(all, ({ body }) => body)
  const same = [...bodies.values()].reduce((sum, own) => sum + pairsOf(own.length), 0)
  return isOfTheSame ? same : pairsOf(all.length) - same
}

/** Each submission with an id that an earlier one has, with the first of those. */
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
  return rule<Taken[]>({
    suite: 'submission',
    needs: ['job'],
    ...named,
    begin: () => [],
    see(taken, exchange, { dialect, isGood }: Facts) {
      if (exchange.request.method !== 'POST' || !succeeded(exchange) || !dialect.idWay) return
      const id = idAt(jsonOf(exchange)?.value, dialect.idWay)
      const key = keyOf(exchange.request)
      const isValid = exchange.purpose.part === 'submission' || exchange.purpose.tries !== undefined
      if (id !== undefined && key !== undefined && isGood(key) && isValid)
        taken.push({ n: exchange.n, id, key, body: exchange.request.body ?? '' })
    },
    conclude(taken, { keyring, isOneServer }) {
      const accounts = byAccount(taken, keyring)
      const pairs = accounts.reduce((sum, own) => sum + countOf(own, isOfTheSame), 0)
      if (pairs === 0) return skip('fewer than two comparable submissions were accepted')
      const repeated = accounts
        .flatMap((own) => repeatedIn(own, isOfTheSame))
        .sort(([one, again], [other, later]) => one.n - other.n || again.n - later.n)
      const counted = isOneServer ? undefined : repeated.find(([one]) => chanceOfAJob(one.id) >= IMPLAUSIBLE)
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
    phases: [COMBINED],
  },
  'different ids for different submissions',
  false,
)

/** The quiet phase submits identical bodies one after another; this one overlaps with other jobs. */
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
    const { base } = await combinationsFor(drive)
    await drive.jobs.submit(bodyOf(base), { purpose: { case: 'the first submission again', tries: namesIn(base) } })
  },
}

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
