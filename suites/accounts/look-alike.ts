import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { markOf } from '../../engine/history/entry/mark.ts'
import { record, words } from '../../engine/history/entry/schemas.ts'
import { isRecord, jsonOf } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { inPath, requestTo } from '../../engine/http/requests.ts'
import type { Job } from '../../engine/jobs/job.ts'
import { type Evidence, experiment } from '../../engine/judge/check.ts'
import { isNotFound } from '../../engine/judge/expectations.ts'
import { undecided } from '../../engine/judge/probes.ts'
import { changedPlaces } from '../../engine/judge/values.ts'
import { fail, inconclusive, pass, skip, type Verdict, type Violation } from '../../engine/judge/verdict.ts'
import type { Driver } from '../../engine/run/driver.ts'
import { idLike } from '../inputs/ids.ts'

export type Which = 'foreign' | 'unknown'
type Moment = 'under way' | 'after its end'

type Read = { which: Which; moment: Moment }
export const READ = markOf<Read>(
  'read by another account',
  record<Read>(
    {
      which: words<Which>({ foreign: true, unknown: true }),
      moment: words<Moment>({ 'under way': true, 'after its end': true }),
    },
    {},
  ),
)

const IN_WORDS = {
  foreign: "another account's job",
  unknown: 'an unknown id',
  'under way': '',
  'after its end': ', after it finished',
} as const

export const foreignAndUnknownLookAlike = experiment({
  id: 'accounts.foreign-and-unknown-look-alike',
  clause: 'accounts.foreign-and-unknown-look-alike',
  suite: 'accounts',
  title: "returns the same response for another account's job as for an unknown id",
  needs: ['job', 'other-account-key'],
  from: 'standard',
  max: () => ({ requests: 2 * (ORDER.length + ORDERS_AGAIN.flat().length) }),
  async drive(drive) {
    await compare(drive, await drive.jobs.first(), 'under way')
    await compare(drive, await drive.jobs.finished(), 'after its end')
  },
  judge,
})

async function compare(drive: Driver, { id }: Job, moment: Moment): Promise<void> {
  const { seed } = drive.configuration
  const read = (which: Which, polled: string) => {
    const request = requestTo(drive.target, 'GET /videos/{id}', { key: 'B', id: polled })
    return drive.observe(IN_WORDS[which] + IN_WORDS[moment], request, { polled, mark: READ.of({ which, moment }) })
  }
  const seen: Record<Which, Exchange[]> = { foreign: [], unknown: [] }
  for (const order of [ORDER, ...ORDERS_AGAIN]) {
    for (const which of order) {
      const polled = which === 'foreign' ? id : idLike(id, seed + 10 + seen.unknown.length)
      seen[which].push(await read(which, polled))
    }
    if (!hintsIn(seen.foreign, seen.unknown)) return
  }
}

/** In an order in which each of two alternating server instances gets both kinds of id. */
const ORDER: readonly Which[] = ['unknown', 'foreign', 'foreign', 'unknown', 'unknown']
/** A difference is confirmed in other orders. */
const ORDERS_AGAIN: readonly (readonly Which[])[] = [
  ['foreign', 'unknown', 'unknown', 'foreign', 'unknown', 'foreign'],
  ['unknown', 'foreign', 'unknown', 'foreign', 'foreign', 'unknown'],
]

/** Differences that unknown ids show, too, are random or due to time; a difference of both foreign reads is a hint. */
function judge({ exchanges }: Evidence): Verdict {
  const of = (which: Which, moment: Moment) =>
    exchanges.filter((each) => READ.in(each)?.which === which && READ.in(each)?.moment === moment)
  const compared = (['under way', 'after its end'] as const)
    .map((moment) => ({ foreign: of('foreign', moment), unknown: of('unknown', moment) }))
    .filter(({ foreign, unknown }) => foreign.length >= 2 && unknown.length >= 2)
  if (compared.length === 0) return skip('the ids were not read')
  const all = compared.flatMap(({ foreign, unknown }) => [...foreign, ...unknown])
  const evidence = all.map(({ n }) => n)
  const doubt = all.find(undecided)
  if (doubt) return inconclusive(undecided(doubt)!, [doubt.n])
  if (!all.every(isNotFound.holds)) {
    return inconclusive('not all of them returned 404, which other clauses judge', evidence)
  }
  const violations = compared.flatMap(({ foreign, unknown }) => hintsIn(foreign, unknown) ?? [])
  const tried = compared.flatMap(({ foreign }) => foreign).length
  return violations.length > 0 ? fail(violations, tried) : pass(tried, evidence)
}

function hintsIn(foreign: Exchange[], unknown: Exchange[]): Violation | undefined {
  const [first, ...others] = unknown.map(viewOf)
  const byChance = new Set(others.flatMap((other) => changedPlaces(first, other)))
  const hints = foreign
    .map((each) => changedPlaces(first, viewOf(each)).filter((place) => !byChance.has(place)))
    .reduce((one, other) => one.filter((place) => other.includes(place)))
  if (hints.length === 0) return undefined
  return {
    ...(foreign[0]!.purpose.case && { case: foreign[0]!.purpose.case }),
    expected: `the response to an unknown id: ${receivedInWords(unknown[0]!)}`,
    received: `${receivedInWords(foreign[0]!)}, different in ${hints.slice(0, 3).join(', ')}`,
    evidence: [...unknown, ...foreign].map(({ n }) => n),
  }
}

const OF_THE_CONNECTION = ['date', 'content-length', 'connection', 'keep-alive', 'age', 'etag', 'set-cookie']

/** The body without the id, and the names of the headers; header values are too often random. */
function viewOf(exchange: Exchange): unknown {
  const { polled = '' } = exchange.purpose
  const names = exchange.answer?.headers.map(([name]) => name.toLowerCase()) ?? []
  const json = jsonOf(exchange)
  return {
    body: json ? withoutId(json.value, polled) : textWithoutId(exchange.answer?.body ?? '', polled),
    headers: Object.fromEntries(
      names.filter((name) => !OF_THE_CONNECTION.includes(name)).map((name) => [name, 'there']),
    ),
  }
}

function withoutId(value: unknown, id: string): unknown {
  if (typeof value === 'string') return textWithoutId(value, id)
  if (Array.isArray(value)) return value.map((each) => withoutId(each, id))
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [textWithoutId(name, id), withoutId(each, id)]),
    )
  return String(value) === id ? '{id}' : value
}

/** Only if it stands alone: a short id may be part of any text. */
function textWithoutId(text: string, id: string): string {
  const forms = [id, inPath(id), JSON.stringify(id).slice(1, -1)].sort((a, b) => b.length - a.length)
  return forms.filter((form) => form !== '').reduce(replaceAlone, text)
}

const ENDS_IN_A_WORD = /[\p{L}\p{N}]$/u
const BEGINS_WITH_A_WORD = /^[\p{L}\p{N}]/u

function replaceAlone(text: string, form: string): string {
  const isWithin = (before: string, after: string) => ENDS_IN_A_WORD.test(before) || BEGINS_WITH_A_WORD.test(after)
  return text.split(form).reduce((so, part) => `${so}${isWithin(so, part) ? form : '{id}'}${part}`)
}
