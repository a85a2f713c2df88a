import { isRecord, jsonOf, parseJson, succeeded, walk } from '../../runner/history/reading.ts'
import { keyOf } from '../../runner/history/who-asks.ts'
import { rule } from '../../runner/judging/check.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../runner/judging/verdict.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { endpointOf } from '../../runner/wire/requests.ts'

type Listed = { n: number; sent: number; received: number; texts: ReadonlySet<string>; isInPart: boolean }
type Taken = { n: number; sent: number; received: number; key: KeyName; model: string }
type Notes = { lists: Map<KeyName, Listed[]>; taken: Taken[] }

/** What a list says of itself that is not all there is. */
const OF_A_PART = /^(next|cursor|page|pages|offset|total|count|has_?more|more|limit|truncated|links?)/i

/** An alias that stands nowhere in the lists that were seen before and after is taken on all the same. */
export const listedAliasesAlone = rule<Notes>({
  id: 'traffic.unlisted-alias',
  clause: 'submission.model-listed',
  suite: 'traffic',
  title: 'takes on no alias that is not listed',
  begin: () => ({ lists: new Map(), taken: [] }),
  see({ lists, taken }, exchange, { isGood, target }) {
    const { n, sent, received, purpose, request } = exchange
    const key = keyOf(request)
    if (key === undefined || !isGood(key) || !succeeded(exchange)) return
    if (endpointOf(request, target) === 'GET /models' && !request.path.includes('?')) {
      const json = jsonOf(exchange)
      if (!json) return
      const all = [...walk(json.value, 20)]
      const texts = all.flatMap(({ way, value }) => [...way, ...(typeof value === 'string' ? [value] : [])])
      const isInPart = all.some(({ way }) => OF_A_PART.test(way.at(-1) ?? '')) || isInPages(exchange.answer!.headers)
      lists.set(key, [...(lists.get(key) ?? []), { n, sent, received, texts: new Set(texts), isInPart }])
    }
    if (request.method !== 'POST' || purpose.opinion !== 'accept') return
    const body = parseJson(request.body ?? '')?.value
    if (isRecord(body) && typeof body.model === 'string') taken.push({ n, sent, received, key, model: body.model })
  },
  conclude({ lists, taken }) {
    const told = taken.flatMap((each) => {
      const own = lists.get(each.key) ?? []
      const before = own.findLast(({ received }) => received < each.sent)
      const after = own.find(({ sent }) => sent > each.received)
      return before && after && !own.some(({ isInPart }) => isInPart) ? [{ ...each, before, after }] : []
    })
    if (told.length === 0) return skip('no list was seen before and after a submission')
    const isUnlisted = ({ model, before, after }: (typeof told)[number]) =>
      !before.texts.has(model) && !after.texts.has(model)
    const unlisted = told.filter(isUnlisted)
    // Where none stands in the lists, they say the aliases in a way that nobody here reads.
    if (unlisted.length === told.length)
      return inconclusive('no alias that was taken on stands in the lists', [unlisted[0]!.n])
    const violations = unlisted.map(
      ({ n, model, before, after }): Violation => ({
        case: `model ${JSON.stringify(model)}`,
        expected: 'no 2xx',
        received: 'it was taken on, and stands in no list before or after',
        evidence: [before.n, after.n, n],
      }),
    )
    return violations.length > 0
      ? fail(violations, told.length)
      : pass(
          told.length,
          told.slice(0, 20).map(({ n }) => n),
        )
  },
})

const isInPages = (headers: readonly (readonly [string, string])[]) =>
  headers.some(([name]) => /^(link|x-total|x-next|x-page|content-range)/i.test(name))
