import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { fieldsSent, jsonOf, succeeded, walk } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/who-asks.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import { type Facts, rule } from '../../engine/judge/check.ts'
import { isNotAccepted } from '../../engine/judge/expectations.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { endpoint } from '../../spec/endpoints.ts'
import { ANY_LAWFUL_BODY, clauseOf, isRefusedForItself } from './wishes.ts'

type Listed = { n: number; sent: number; received: number; body: string; texts: ReadonlySet<string>; isInPart: boolean }
type Submitted = { n: number; sent: number; received: number; key: KeyName; model: string; words: string }
type Notes = { lists: Map<KeyName, Listed[]>; taken: Submitted[]; refused: Submitted[] }

/** What a list says of itself that is not all there is. */
const OF_A_PART = /next|cursor|page|offset|total|count|more|limit|truncated|after|before|^links?$/i

/** In another letter case, or with blanks around it, it may be taken for the listed one. */
const plainly = (text: string) => text.trim().toLowerCase()

const begin = (): Notes => ({ lists: new Map(), taken: [], refused: [] })

function see({ lists, taken, refused }: Notes, exchange: Exchange, { isGood, target }: Facts): void {
  const { n, sent, received, purpose, request } = exchange
  const key = keyOf(request)
  if (key === undefined || !isGood(key)) return
  if (endpointOf(request, target) === 'GET /models' && !request.path.includes('?')) listIn(exchange, key, lists)
  const { model } = request.method === 'POST' ? fieldsSent(request) : {}
  if (purpose.opinion !== 'accept' || typeof model !== 'string') return
  const submitted = { n, sent, received, key, model, words: receivedInWords(exchange) }
  if (succeeded(exchange)) taken.push(submitted)
  else if (isRefusedForItself(exchange) && clauseOf(request.body ?? '', model) === ANY_LAWFUL_BODY)
    refused.push(submitted)
}

/** The same list again is the same list, for as long as it comes. */
function listIn(exchange: Exchange, key: KeyName, lists: Notes['lists']): void {
  const json = succeeded(exchange) ? jsonOf(exchange) : undefined
  if (!json) return
  const { n, sent, received, answer } = exchange
  const own = lists.get(key) ?? []
  lists.set(key, own)
  const [earlier, last] = own.slice(-2)
  const same = [earlier, last].filter((each) => each?.body === answer!.body)
  if (same.length === 2) Object.assign(last!, { n, sent, received })
  else if (same.length === 1) own.push({ ...same[0]!, n, sent, received })
  else own.push({ n, sent, received, body: answer!.body, ...textsIn(json.value, answer!.headers) })
}

function textsIn(value: unknown, headers: readonly (readonly [string, string])[]) {
  const all = [...walk(value, 20)]
  const texts = all.flatMap(({ way, value: each }) => [...way, ...(typeof each === 'string' ? [each] : [])])
  const isInPages = headers.some(([name]) => /^(link|x-total|x-next|x-page|content-range)/i.test(name))
  return {
    texts: new Set(texts.map(plainly)),
    isInPart: isInPages || all.some(({ way }) => OF_A_PART.test(way.at(-1) ?? '')),
  }
}

/** Fails if an alias is accepted that no list before or after contains. */
const unlisted = rule<Notes>({
  id: 'traffic.unlisted-alias',
  clause: 'submission.model-listed',
  suite: 'traffic',
  title: 'accepts no alias that is not listed',
  begin,
  see,
  conclude({ lists, taken }) {
    const told = taken.flatMap((each) => {
      const own = lists.get(each.key) ?? []
      const before = own.findLast(({ received }) => received < each.sent)
      const after = own.find(({ sent }) => sent > each.received)
      return before && after && !own.some(({ isInPart }) => isInPart) ? [{ ...each, before, after }] : []
    })
    if (told.length === 0) return skip('no GET /models was recorded before and after a submission')
    const outside = told.filter(
      ({ model, before, after }) => ![before, after].some(({ texts }) => texts.has(plainly(model))),
    )
    // If no accepted alias is listed, the lists could not be parsed.
    const isRead = taken.some(({ key, model }) => (lists.get(key) ?? []).some(({ texts }) => texts.has(plainly(model))))
    if (outside.length > 0 && !isRead) return inconclusive('no accepted alias appears in GET /models', [outside[0]!.n])
    const violations = outside.map(
      ({ n, model, before, after }): Violation => ({
        case: `model ${JSON.stringify(model)}`,
        expected: isNotAccepted.expected,
        received: 'accepted, but not listed before or after',
        evidence: [before.n, after.n, n],
      }),
    )
    if (violations.length > 0) return fail(violations, told.length)
    return pass(
      told.length,
      told.slice(0, 20).map(({ n }) => n),
    )
  },
})

/** Fails if a listed alias is refused at least twice, while another one is accepted in between. */
const listed = rule<Notes>({
  id: 'traffic.listed-aliases',
  clause: 'readings.listed-alias-accepted',
  suite: 'traffic',
  title: 'accepts the listed aliases that the client submits',
  begin,
  see,
  conclude({ lists, taken, refused }, { dialect }) {
    // Where aliases stand in the lists is known of the key by which it was learned.
    const isListed = ({ key, model, sent }: Submitted) => {
      const own = lists.get(key) ?? []
      const before = own.findLast((each) => each.received < sent)
      const since = own.filter((each) => each.sent > sent)
      const isIn = ({ texts }: Listed) => texts.has(plainly(model))
      return (
        key === dialect.learnedBy && dialect.models?.aliases.includes(model) && before && [before, ...since].every(isIn)
      )
    }
    const accepted = new Set(taken.map(({ model }) => model))
    const own = refused.filter((each) => !accepted.has(each.model) && isListed(each))
    const violations = [...Map.groupBy(own, ({ model }) => model)].flatMap(([model, all]): Violation[] => {
      const [first, last] = [all[0]!, all.at(-1)!]
      const between = taken.find(
        ({ key, sent, received }) => key === first.key && sent > first.received && received < last.sent,
      )
      if (!between) return []
      return [
        {
          case: `model ${JSON.stringify(model)}`,
          expected: String(endpoint('POST /videos').success),
          received: `${first.words} each time, while another listed alias was accepted`,
          evidence: [first.n, between.n, last.n],
        },
      ]
    })
    const known = taken.filter(isListed)
    if (violations.length > 0) return fail(violations, known.length + own.length)
    const [doubt] = own
    if (doubt) return inconclusive(`${doubt.words}, but not twice with another alias accepted in between`, [doubt.n])
    if (known.length === 0) return skip('no listed alias was submitted')
    return pass(
      known.length,
      known.slice(0, 20).map(({ n }) => n),
    )
  },
})

export const aliases = [listed, unlisted]
