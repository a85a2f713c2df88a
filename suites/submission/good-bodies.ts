import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { fieldsSent, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { type Facts, type Rule, rule } from '../../engine/judge/check.ts'
import { isRefusal, lastWords } from '../../engine/judge/probes.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { Phase } from '../../engine/run/phase.ts'
import { endpoint } from '../../spec/endpoints.ts'

/** Enough repetitions. */
const MOST_TRIED_AGAIN = 4

/** If discovery tried several submissions until one was accepted, each refused one is sent again next to the accepted one. */
const REFUSED_AT_FIRST: Phase = {
  name: 'valid bodies that were refused at first',
  max: () => ({ requests: 0 }),
  async drive(drive) {
    const { exchange, request } = await drive.control('POST /videos')
    const listed = drive.dialect.models?.aliases ?? []
    const refused = drive.firstSubmissions().filter((each) => each !== exchange && isRefusal(each))
    for (const { request: again } of refused
      .filter((each) => listed.includes(modelOf(each)))
      .slice(0, MOST_TRIED_AGAIN)) {
      const { exchange: answer } = await drive.jobs.submit(again.body!, {
        purpose: { case: 'valid bodies that were refused at first' },
      })
      if (!isRefusal(answer)) continue
      await drive.jobs.submit(request.body!, { purpose: { case: 'the submission that was accepted at first' } })
    }
  },
}

const modelOf = ({ request }: Exchange) => String(fieldsSent(request).model)

const isOfOneKey = (one: Exchange, other: Exchange) => keyOf(one.request) === keyOf(other.request)

const EXPECTED = endpoint('POST /videos').success!

/** Submissions of one body with one key: refused twice while another is accepted, or refused only sometimes. */
function refusedAmong(same: readonly Exchange[], accepted: readonly Exchange[]): Violation | undefined {
  const refused = same.filter(isRefusal)
  const [first, again] = refused
  const once = same.find(succeeded)
  if (!first || !(once ?? again)) return undefined
  // Another key may have other aliases.
  const control = accepted.find((each) => each.sent > (again ?? first).received && isOfOneKey(each, first))
  if (!control) return undefined
  const rate = once ? ` (intermittent: ${refused.length} of ${same.length} times)` : ''
  return {
    case: first.purpose.case ?? 'a plain submission',
    expected: String(EXPECTED),
    received: receivedInWords(first) + rate,
    evidence: [...refused, once ?? control].map(({ n }) => n),
  }
}

/** A good body that is refused, always or sometimes, whatever the cause. */
const goodBodies = (
  named: Pick<Rule, 'id' | 'clause' | 'title' | 'byChance'>,
  isAbout: (model: string, facts: Facts) => boolean,
) =>
  rule<Exchange[]>({
    ...named,
    suite: 'submission',
    needs: ['job'],
    phases: [REFUSED_AT_FIRST],
    begin: () => [],
    see(submissions, exchange, facts) {
      const { isGood, isOneServer } = facts
      const { purpose, request } = exchange
      const key = keyOf(request)
      const isTriedElsewhere = purpose.tries !== undefined && purpose.tries.length > 0
      const isKnownAsGood = purpose.part === 'submission' && purpose.opinion !== 'open' && !isTriedElsewhere
      if (!isOneServer || !isKnownAsGood || key === undefined || !isGood(key)) return
      if (isAbout(modelOf(exchange), facts)) submissions.push(exchange)
    },
    conclude(all) {
      const submissions = lastWords(all)
      const accepted = submissions.filter(succeeded)
      if (accepted.length === 0) return skip('no submission was accepted')
      const alike = [...Map.groupBy(submissions, ({ request }) => `${keyOf(request)} ${request.body}`).values()]
      const violations = alike.flatMap((same) => refusedAmong(same, accepted) ?? [])
      if (violations.length > 0) return fail(violations, submissions.length)
      const evidence = accepted.slice(0, 20).map(({ n }) => n)
      const doubt = submissions.find((each) => isRefusal(each) && each.purpose.by === REFUSED_AT_FIRST.name)
      if (doubt)
        return inconclusive(`${receivedInWords(doubt)}, and no submission was accepted after it`, [
          ...evidence,
          doubt.n,
        ])
      return pass(accepted.length, evidence)
    },
  })

export const goodBodiesAreTakenOn = [
  goodBodies(
    {
      id: 'submission.accepted-with-202',
      clause: 'submission.accepted-with-202',
      title: 'accepts a valid submission every time it is sent, with few or many fields',
    },
    (model, { dialect }) => model === dialect.alias,
  ),
  goodBodies(
    {
      id: 'readings.listed-alias-accepted',
      clause: 'readings.listed-alias-accepted',
      title: 'accepts a submission with another listed alias every time it is sent',
      // The other experiments try each alias; more are sent only after a refusal.
      byChance: true,
    },
    (model, { dialect }) => model !== dialect.alias && dialect.models?.aliases.includes(model) === true,
  ),
]
