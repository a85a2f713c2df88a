import type { Exchange } from '../../runner/history/exchange.ts'
import { fieldsSent, statusOf, succeeded } from '../../runner/history/reading.ts'
import { shownCodes } from '../../runner/history/shown-codes.ts'
import { keyOf } from '../../runner/history/who-asks.ts'
import { receivedInWords } from '../../runner/history/words.ts'
import { type Facts, rule } from '../../runner/judging/check.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../runner/judging/verdict.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { endpoint } from '../../spec/endpoints.ts'
import { judgeBodyText } from '../../spec/oracle.ts'

type Submitted = { exchange: Exchange; key: string; model: string; clause: ClauseId }

/** Clauses that say of a lawful body alone, and of no plainer one, that it is accepted. */
const BY_FIELD: readonly ClauseId[] = ['submission.fractions-accepted', 'submission.ordinary-ratios-accepted']
const PLAIN: ClauseId = 'submission.accepted-with-202'

function clauseOf(body: string, model: string): ClauseId | undefined {
  const { verdict, level, reasons } = judgeBodyText(body, { aliases: [model] })
  if (verdict !== 'accept') return undefined
  return level === 'must' ? PLAIN : BY_FIELD.find((id) => reasons.some(({ by }) => by === id))
}

/** It was refused for what it asks for, and says so: other words and statuses speak of credits, rights or room. */
const isRefusedForItself = (exchange: Exchange) =>
  [400, 409, 422].includes(statusOf(exchange) ?? 0) &&
  shownCodes(exchange).length > 0 &&
  shownCodes(exchange).every(({ code }) => code === 'invalid_request')

/** A lawful body is refused while others by the same key, for the same model, are taken on before and after it. */
const takesOn = (id: string, clause: ClauseId, title: string) =>
  rule<Submitted[]>({
    id,
    clause,
    suite: 'traffic',
    title,
    begin: () => [],
    see(all, exchange, { isGood }: Facts) {
      const { request, purpose } = exchange
      const key = keyOf(request)
      const { model } = fieldsSent(request)
      if (purpose.opinion !== 'accept' || key === undefined || !isGood(key) || typeof model !== 'string') return
      const own = clauseOf(request.body ?? '', model)
      if (own) all.push({ exchange, key, model, clause: own })
    },
    conclude(all) {
      const accepted = all.filter(({ exchange }) => succeeded(exchange))
      const own = all.filter((each) => each.clause === clause)
      const refused = own.filter(({ exchange }) => isRefusedForItself(exchange))
      const beside = (one: Submitted) => accepted.filter(({ key, model }) => key === one.key && model === one.model)
      const violations = refused.flatMap((one): Violation[] => {
        const before = beside(one).findLast(({ exchange }) => exchange.received < one.exchange.sent)
        const after = beside(one).find(({ exchange }) => exchange.sent > one.exchange.received)
        if (!before || !after) return []
        return [
          {
            case: one.exchange.request.body!,
            expected: String(endpoint('POST /videos').success),
            received: `${receivedInWords(one.exchange)}, while others were accepted before and after`,
            evidence: [before.exchange.n, after.exchange.n, one.exchange.n],
          },
        ]
      })
      if (violations.length > 0) return fail(violations, own.length)
      const [doubt] = refused
      if (doubt)
        return inconclusive(
          `${receivedInWords(doubt.exchange)}, and no other was accepted for the same model both before and after`,
          [doubt.exchange.n],
        )
      const taken = own.filter(({ exchange }) => succeeded(exchange))
      if (taken.length === 0) return skip('no such body was submitted')
      return pass(
        taken.length,
        taken.slice(0, 20).map(({ exchange }) => exchange.n),
      )
    },
  })

/** Twice, since what a model can do may be out of order for a while. */
const listedAliases = rule<Submitted[]>({
  id: 'traffic.listed-aliases',
  clause: 'readings.listed-alias-accepted',
  suite: 'traffic',
  title: 'takes on a listed alias that somebody submits',
  begin: () => [],
  see(all, exchange, { isGood, dialect }) {
    const key = keyOf(exchange.request)
    const { model } = fieldsSent(exchange.request)
    if (exchange.purpose.opinion !== 'accept' || key === undefined || !isGood(key) || typeof model !== 'string') return
    // Another key may have other aliases.
    const isListed = dialect.learnedBy === key && dialect.models?.aliases.includes(model)
    if (isListed && clauseOf(exchange.request.body ?? '', model) === PLAIN)
      all.push({ exchange, key, model, clause: PLAIN })
  },
  conclude(all) {
    const accepted = all.filter(({ exchange }) => succeeded(exchange))
    const taken = new Set(accepted.map(({ model }) => model))
    const never = Map.groupBy(
      all.filter(({ model, exchange }) => !taken.has(model) && isRefusedForItself(exchange)),
      ({ model }) => model,
    )
    const violations = [...never].flatMap(([model, refused]): Violation[] => {
      const [first, last] = [refused[0]!.exchange, refused.at(-1)!.exchange]
      const between = accepted.find(({ exchange }) => exchange.sent > first.received && exchange.received < last.sent)
      if (!between) return []
      return [
        {
          case: `model ${JSON.stringify(model)}`,
          expected: String(endpoint('POST /videos').success),
          received: `${receivedInWords(first)} each time, while another listed one was accepted`,
          evidence: [first.n, between.exchange.n, last.n],
        },
      ]
    })
    if (violations.length > 0) return fail(violations, taken.size + never.size)
    const [doubt] = [...never.values()].flat()
    if (doubt)
      return inconclusive(`${receivedInWords(doubt.exchange)}, and not twice with another alias accepted between`, [
        doubt.exchange.n,
      ])
    if (taken.size === 0) return skip('no listed alias was submitted')
    return pass(
      taken.size,
      accepted.slice(0, 20).map(({ exchange }) => exchange.n),
    )
  },
})

export const lawfulBodies = [
  listedAliases,
  takesOn('traffic.lawful-bodies', PLAIN, 'takes on whatever lawful body somebody submits'),
  takesOn(
    'traffic.fractions',
    'submission.fractions-accepted',
    'takes on a number with a fraction that somebody submits',
  ),
  takesOn('traffic.ratios', 'submission.ordinary-ratios-accepted', 'takes on an ordinary ratio that somebody submits'),
]
