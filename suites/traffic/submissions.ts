import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { shownCodes } from '../../engine/history/reading/facts.ts'
import { fieldsSent, jsonOf, recordOf, statusOf, succeeded, walk } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { isNotAccepted, REFUSED_OR_FAILED } from '../../engine/judge/expectations.ts'
import { inconclusive, type Violation } from '../../engine/judge/verdict.ts'
import { hasRecipes, type KeyName } from '../../engine/keys/placeholders.ts'
import { isBlackedOut } from '../../engine/keys/secrets/names.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { endpoint } from '../../spec/endpoints.ts'
import { membersOf } from '../../spec/oracle/json-text.ts'
import { judgeBodyText } from '../../spec/oracle.ts'
import { concluded, goodKeyOf, MOST_CASES, type Moment, momentOf, observed } from './observed.ts'

const ACCEPTED = String(endpoint('POST /videos').success)
const ANY_VALID_BODY: ClauseId = 'submission.accepted-with-202'
/** Clauses that say of a body by itself that it is accepted. */
const BY_FIELD: readonly ClauseId[] = ['submission.fractions-accepted', 'submission.ordinary-ratios-accepted']

/** The clause by which a body must be accepted; undefined if that is unspecified. */
function clauseOf(body: string, model: string): ClauseId | undefined {
  const { verdict, level, reasons } = judgeBodyText(body, { aliases: [model] })
  if (verdict !== 'accept') return undefined
  return level === 'must' ? ANY_VALID_BODY : BY_FIELD.find((id) => reasons.some(({ by }) => by === id))
}

/** Refused as invalid_request: other codes and statuses concern credits, permissions or capacity. */
const isRefusedForItself = (exchange: Exchange) =>
  [400, 422].includes(statusOf(exchange) ?? 0) &&
  shownCodes(exchange).length > 0 &&
  shownCodes(exchange).every(({ code }) => code === 'invalid_request')

type Submitted = Moment & { options: string; prompt: unknown; body: string; words: string; namesAnOption: boolean }
type Refused = Submitted & { before: Moment | undefined; group: Group }
/** Submissions with one key, for one model, with one Content-Type. */
type Group = {
  last: Moment | undefined
  acceptedPrompts: Set<unknown>
  acceptedOptions: Set<string>
  /** By options, the prompts with which they were refused. */
  refusedPrompts: Map<string, Set<unknown>>
}
type Notes = { groups: Map<string, Group>; refused: Refused[]; accepted: Moment[] }

const newGroup = (): Group => ({
  last: undefined,
  acceptedPrompts: new Set(),
  acceptedOptions: new Set(),
  refusedPrompts: new Map(),
})

const OPTIONS = /\b(?:duration|seconds|fps|frame.?rate|resolution|(?:aspect.?)?ratio|bit.?depth)\b/i
const OF_THE_PROMPT = /prompt|content|polic|safety|moderat|blocked/i

/** A refusal that names an option, and nothing about the content of a prompt. */
function namesAnOption(exchange: Exchange): boolean {
  const texts = [...walk(jsonOf(exchange)?.value)].flatMap(({ way, value }) => [...way.slice(-1), value])
  const said = texts.filter((each) => typeof each === 'string').join(' ')
  return OPTIONS.test(said) && !OF_THE_PROMPT.test(said)
}

const contentTypeOf = ({ request }: Exchange) =>
  request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? ''

/** Recorders replace values that they redact. */
const isAsSent = (fields: Record<string, unknown>) =>
  Object.values(fields).every((value) => typeof value !== 'string' || !isBlackedOut(value))

const NO_OPTIONS = ['model', 'prompt', 'image_url']

/** The options as JSON text: a server may accept 5 and refuse 5.0. */
const optionsIn = (body: string): string =>
  membersOf(body)
    .flatMap(({ name, source }) => (NO_OPTIONS.includes(name) ? [] : [`${name} ${source}`]))
    .sort()
    .join()

/**
 * A valid body is refused, and others of the same group are accepted before and after it. A prompt may be refused for
 * its content: so the refusal names an option, or the prompt was accepted elsewhere, or several prompts were refused.
 */
const acceptsValid = (clause: ClauseId, title: string) =>
  observed<Notes>(clause, title, {
    begin: () => ({ groups: new Map(), refused: [], accepted: [] }),
    see({ groups, refused, accepted }, exchange, facts) {
      const { request, purpose } = exchange
      const key = goodKeyOf(exchange, facts)
      const fields = fieldsSent(request)
      const { model, prompt } = fields
      if (purpose.opinion !== 'accept' || key === undefined || typeof model !== 'string') return
      const body = request.body ?? ''
      const own = clauseOf(body, model)
      if (!own || !isAsSent(fields)) return
      const name = JSON.stringify([key, model, contentTypeOf(exchange)])
      const group = groups.get(name) ?? newGroup()
      groups.set(name, group)
      const options = optionsIn(body)
      const now = momentOf(exchange)
      if (succeeded(exchange)) {
        if (own === clause) accepted.push(now)
        group.last = now
        group.acceptedPrompts.add(prompt)
        group.acceptedOptions.add(options)
      } else if (own === clause && isRefusedForItself(exchange) && refused.length < MOST_CASES) {
        const before = group.last && group.last.received < exchange.sent ? group.last : undefined
        const said = { words: receivedInWords(exchange), namesAnOption: namesAnOption(exchange) }
        refused.push({ ...now, ...said, options, prompt, body, before, group })
        group.refusedPrompts.set(options, (group.refusedPrompts.get(options) ?? new Set()).add(prompt))
      }
    },
    conclude({ refused, accepted }) {
      const violations = refused.flatMap((each): Violation[] => {
        const { before, group, options } = each
        const after = group.last && group.last.sent > each.received ? group.last : undefined
        const isNotThePrompt =
          each.namesAnOption || group.acceptedPrompts.has(each.prompt) || group.refusedPrompts.get(options)!.size > 1
        if (!before || !after || group.acceptedOptions.has(options) || !isNotThePrompt) return []
        const received = `${each.words}, while others were accepted before and after`
        return [{ case: each.body, expected: ACCEPTED, received, evidence: [before.n, after.n, each.n] }]
      })
      const [doubt] = refused
      const why = `${doubt?.words}, but no other request shows that its options were the reason`
      return concluded({
        violations,
        doubt: doubt && { why, n: doubt.n },
        kept: accepted,
        tried: accepted.length + refused.length,
        unseen: 'no such body was submitted',
      })
    },
  })

/** One response of GET /models, as long as it stayed the same. */
type Listed = { first: Moment; last: Moment; body: string; texts: ReadonlySet<string>; isPart: boolean }
type WithModel = Moment & { key: KeyName; model: string; words: string }
type OfModels = { lists: Map<KeyName, Listed[]>; accepted: WithModel[]; refused: WithModel[] }

/** Field names of a list that is not complete. */
const OF_A_PART = /next|cursor|page|offset|total|count|more|limit|truncated|after|before|^links?$/i
const OF_PAGES = /^(link|x-total|x-next|x-page|content-range)/i

/** In another letter case, or with spaces around it, an alias may count as the listed one (open). */
const plainly = (text: string) => text.trim().toLowerCase()
const lists = ({ texts }: Listed, model: string) => texts.has(plainly(model))

const ofModels = {
  begin: (): OfModels => ({ lists: new Map(), accepted: [], refused: [] }),
  see({ lists, accepted, refused }: OfModels, exchange: Exchange, facts: Facts): void {
    const { purpose, request } = exchange
    const key = goodKeyOf(exchange, facts)
    if (key === undefined) return
    if (endpointOf(request, facts.target) === 'GET /models' && !request.path.includes('?')) listIn(exchange, key, lists)
    const { model } = request.method === 'POST' ? fieldsSent(request) : {}
    if (purpose.opinion !== 'accept' || typeof model !== 'string') return
    const submitted = { ...momentOf(exchange), key, model, words: receivedInWords(exchange) }
    if (succeeded(exchange)) accepted.push(submitted)
    else if (isRefusedForItself(exchange) && clauseOf(request.body ?? '', model) === ANY_VALID_BODY)
      refused.push(submitted)
  },
}

function listIn(exchange: Exchange, key: KeyName, lists: OfModels['lists']): void {
  const json = succeeded(exchange) ? jsonOf(exchange) : undefined
  if (!json) return
  const { body, headers } = exchange.answer!
  const own = lists.get(key) ?? []
  lists.set(key, own)
  const now = momentOf(exchange)
  const last = own.at(-1)
  if (last?.body === body) {
    last.last = now
    return
  }
  const all = [...walk(json.value, 20)]
  const texts = all.flatMap(({ way, value: each }) => [...way, ...(typeof each === 'string' ? [each] : [])])
  const isPart =
    headers.some(([name]) => OF_PAGES.test(name)) || all.some(({ way }) => OF_A_PART.test(way.at(-1) ?? ''))
  own.push({ first: now, last: now, body, texts: new Set(texts.map(plainly)), isPart })
}

const refusesUnlisted = observed<OfModels>('submission.model-listed', 'accepts no alias that is not listed', {
  ...ofModels,
  conclude({ lists: all, accepted }) {
    const decided = accepted.flatMap((each) => {
      const own = all.get(each.key) ?? []
      const before = own.findLast(({ first }) => first.received < each.sent)
      const after = own.find(({ last }) => last.sent > each.received)
      return before && after && !own.some(({ isPart }) => isPart) ? [{ ...each, before, after }] : []
    })
    const outside = decided.filter(({ model, before, after }) => !lists(before, model) && !lists(after, model))
    // If no accepted alias is listed, the lists could not be parsed.
    const isRead = accepted.some(({ key, model }) => all.get(key)?.some((each) => lists(each, model)))
    if (outside.length > 0 && !isRead) return inconclusive('no accepted alias appears in GET /models', [outside[0]!.n])
    const violations = outside.map(
      ({ n, model, before, after }): Violation => ({
        case: `model ${JSON.stringify(model)}`,
        expected: isNotAccepted.expected,
        received: 'accepted, but not listed before or after',
        evidence: [before.first.n, after.last.n, n],
      }),
    )
    const unseen = 'no GET /models was recorded before and after a submission'
    return concluded({ violations, kept: decided, tried: decided.length, unseen })
  },
})

/** A listed alias is refused at least twice, while another one is accepted in between. */
const acceptsListed = observed<OfModels>(
  'readings.listed-alias-accepted',
  'accepts the listed aliases that the client submits',
  {
    ...ofModels,
    conclude({ lists: all, accepted, refused }, { dialect }) {
      // Where aliases stand is known only for the key with which the list was read.
      const isListed = ({ key, model, sent }: WithModel) => {
        const own = all.get(key) ?? []
        const before = own.findLast(({ first }) => first.received < sent)
        const since = own.filter(({ last }) => last.sent > sent)
        const isKnown = key === dialect.learnedBy && dialect.models?.aliases.includes(model)
        return isKnown && before && [before, ...since].every((each) => lists(each, model))
      }
      const models = new Set(accepted.map(({ model }) => model))
      const own = refused.filter((each) => !models.has(each.model) && isListed(each))
      const violations = [...Map.groupBy(own, ({ model }) => model)].flatMap(([model, each]): Violation[] => {
        const [first, last] = [each[0]!, each.at(-1)!]
        const between = accepted.find(
          ({ key, sent, received }) => key === first.key && sent > first.received && received < last.sent,
        )
        if (!between) return []
        const received = `${first.words} each time, while another listed alias was accepted`
        const evidence = [first.n, between.n, last.n]
        return [{ case: `model ${JSON.stringify(model)}`, expected: ACCEPTED, received, evidence }]
      })
      const kept = accepted.filter(isListed)
      const [doubt] = own
      const why = `${doubt?.words}, but not twice with another alias accepted in between`
      return concluded({
        violations,
        doubt: doubt && { why, n: doubt.n },
        kept,
        tried: kept.length + own.length,
        unseen: 'no listed alias was submitted',
      })
    },
  },
)

/** Whether only the image is invalid, and by this clause. */
function isBrokenBy(clause: ClauseId, body: string, model: unknown): boolean {
  const { verdict, orJobFails, reasons } = judgeBodyText(body, { aliases: typeof model === 'string' ? [model] : [] })
  const refusing = reasons.filter((each) => each.verdict === 'refuse')
  return verdict === 'refuse' && orJobFails && refusing.every(({ by }) => by === clause)
}

/** An invalid image alone is refused, or its job fails. */
const neverSucceeds = (clause: ClauseId, title: string) =>
  observed<{ n: number; image: string }[]>(clause, title, {
    begin: () => [],
    see(taken, exchange) {
      const { request, n } = exchange
      const { model, image_url } = fieldsSent(request)
      if (request.method !== 'POST' || typeof image_url !== 'string' || !succeeded(exchange)) return
      // Recorders redact signed URLs.
      if (isBlackedOut(image_url) || hasRecipes(image_url)) return
      if (isBrokenBy(clause, request.body ?? '', model)) taken.push({ n, image: JSON.stringify(image_url) })
    },
    conclude(taken, { endOf }) {
      const violations = taken.flatMap(({ n, image }): Violation[] => {
        const end = endOf(n)
        if (!end || recordOf(end)?.status !== 'succeeded') return []
        const received = 'the job succeeded'
        return [{ case: `image_url ${image} alone`, expected: REFUSED_OR_FAILED, received, evidence: [n, end.n] }]
      })
      const open = taken.find(({ n }) => !endOf(n))
      const doubt = open && { why: 'its job did not finish', n: open.n }
      return concluded({ violations, doubt, kept: taken, tried: taken.length, unseen: 'no such image was accepted' })
    },
  })

export const submissions = [
  acceptsValid(ANY_VALID_BODY, 'accepts every valid body that the client submits'),
  acceptsValid('submission.fractions-accepted', 'accepts fractions that the client submits'),
  acceptsValid('submission.ordinary-ratios-accepted', 'accepts ordinary ratios that the client submits'),
  acceptsListed,
  refusesUnlisted,
  neverSucceeds('submission.image-is-public-https', 'generates no video from an image URL that is not https'),
  neverSucceeds('submission.image-host-public', 'generates no video from an image on a private host'),
]
