import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { fieldsSent, jsonOf, succeeded, walk } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/who-asks.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { type Facts, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import { isBlackedOut } from '../../engine/keys/secrets/names.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { endpoint } from '../../spec/endpoints.ts'
import { membersOf } from '../../spec/oracle/json-text.ts'
import { MOST_WRONG } from './beside-good.ts'
import { ANY_LAWFUL_BODY, clauseOf, isRefusedForItself } from './wishes.ts'

type Submitted = {
  n: number
  sent: number
  received: number
  words: string
  wish: string
  prompt: unknown
  body: string
  isOfAnOption: boolean
}

/** Of one key, for one model, with one label of its body: what it was refused, and what it was granted. */
type Refused = Submitted & { before: number | undefined; after?: number }
type Group = {
  refused: Refused[]
  /** Those behind which none was granted yet. */
  open: Refused[]
  /** By what was wished for, the prompts with which it was refused. */
  refusedWith: Map<string, Set<unknown>>
  last: Submitted | undefined
  prompts: Set<unknown>
  granted: Set<string>
}
type Notes = { groups: Map<string, Group>; taken: number[] }

const newGroup = (): Group => ({
  ...{ refused: [], open: [], refusedWith: new Map(), last: undefined },
  ...{ prompts: new Set(), granted: new Set() },
})

const OPTIONS = /\b(?:duration|seconds|fps|frame.?rate|resolution|(?:aspect.?)?ratio|bit.?depth)\b/i
const OF_THE_PROMPT = /prompt|content|polic|safety|moderat|blocked/i

/** A refusal that names an option, and nothing that would be about what a prompt says. */
function namesAnOption(exchange: Exchange): boolean {
  const texts = [...walk(jsonOf(exchange)?.value)].flatMap(({ way, value }) => [...way.slice(-1), value])
  const said = texts.filter((each) => typeof each === 'string').join(' ')
  return OPTIONS.test(said) && !OF_THE_PROMPT.test(said)
}

const labelOf = ({ request }: Exchange) =>
  request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? ''

/** Whoever recorded it may have put something else in the place of what was sent. */
const isAsSent = (fields: Record<string, unknown>) =>
  Object.values(fields).every((value) => typeof value !== 'string' || !isBlackedOut(value))

function submittedIn(exchange: Exchange): Submitted {
  const { n, sent, received, request } = exchange
  const body = request.body ?? ''
  const { prompt } = fieldsSent(request)
  const words = receivedInWords(exchange)
  return { n, sent, received, words, wish: optionsIn(body), prompt, body, isOfAnOption: namesAnOption(exchange) }
}

const NO_OPTIONS = ['model', 'prompt', 'image_url']

/** As they are written: a server may take 5 and not 5.0. */
const optionsIn = (body: string): string =>
  membersOf(body)
    .flatMap(({ name, source }) => (NO_OPTIONS.includes(name) ? [] : [`${name} ${source}`]))
    .sort()
    .join()

/**
 * A lawful body is refused while others of the same key for the same model are taken on before and after it. Prompts may be
 * refused for what they say: so the refusal names an option, or the prompt was taken on otherwise, or several were refused.
 */
const takesOn = (id: string, clause: ClauseId, title: string) =>
  rule<Notes>({
    id,
    clause,
    suite: 'traffic',
    title,
    begin: () => ({ groups: new Map(), taken: [] }),
    see({ groups, taken }, exchange, { isGood }: Facts) {
      const { request, purpose } = exchange
      const key = keyOf(request)
      const fields = fieldsSent(request)
      const { model } = fields
      if (purpose.opinion !== 'accept' || key === undefined || !isGood(key) || typeof model !== 'string') return
      const own = clauseOf(request.body ?? '', model)
      if (!own || !isAsSent(fields)) return
      const name = JSON.stringify([key, model, labelOf(exchange)])
      const group = groups.get(name) ?? newGroup()
      groups.set(name, group)
      const submitted = submittedIn(exchange)
      if (succeeded(exchange)) {
        if (own === clause) taken.push(exchange.n)
        group.last = submitted
        group.prompts.add(submitted.prompt)
        group.granted.add(submitted.wish)
        for (const each of group.open) if (each.received < exchange.sent) each.after = exchange.n
        group.open = group.open.filter(({ after }) => after === undefined)
      } else if (own === clause && isRefusedForItself(exchange)) {
        const before = group.last && group.last.received < exchange.sent ? group.last.n : undefined
        if (group.refused.length >= MOST_WRONG) return
        const refused: Refused = { ...submitted, before }
        group.refused.push(refused)
        group.open.push(refused)
        const prompts = group.refusedWith.get(submitted.wish) ?? new Set()
        group.refusedWith.set(submitted.wish, prompts.add(submitted.prompt))
      }
    },
    conclude({ groups, taken }) {
      const all = [...groups.values()].flatMap((group) => group.refused.map((each) => ({ ...each, group })))
      if (all.length === 0)
        return taken.length === 0 ? skip('no such body was submitted') : pass(taken.length, taken.slice(0, 20))
      const violations = all.flatMap(({ group, ...each }): Violation[] => {
        const { before, after } = each
        const isNotThePrompt =
          each.isOfAnOption || group.prompts.has(each.prompt) || group.refusedWith.get(each.wish)!.size > 1
        if (before === undefined || after === undefined || group.granted.has(each.wish) || !isNotThePrompt) return []
        const expected = String(endpoint('POST /videos').success)
        const received = `${each.words}, while others were accepted before and after`
        return [{ case: each.body, expected, received, evidence: [before, after, each.n] }]
      })
      if (violations.length > 0) return fail(violations, taken.length + all.length)
      const [doubt] = all
      return inconclusive(`${doubt!.words}, but no other request shows that its options were the reason`, [doubt!.n])
    },
  })

export const lawfulBodies = [
  takesOn('traffic.lawful-bodies', ANY_LAWFUL_BODY, 'accepts every valid body that the client submits'),
  takesOn('traffic.fractions', 'submission.fractions-accepted', 'accepts fractions that the client submits'),
  takesOn('traffic.ratios', 'submission.ordinary-ratios-accepted', 'accepts ordinary ratios that the client submits'),
]
