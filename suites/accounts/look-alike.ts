import type { Evidence, Experiment } from '../../runner/check.ts'
import type { Exchange } from '../../runner/exchange.ts'
import { undecided } from '../../runner/probes.ts'
import { jsonOf, statusOf } from '../../runner/reading.ts'
import { requestTo } from '../../runner/requests.ts'
import { changedPlaces } from '../../runner/values.ts'
import { fail, inconclusive, pass, skip, type Verdict } from '../../runner/verdict.ts'
import { receivedInWords } from '../../runner/words.ts'
import { ERROR_CODES } from '../../spec/words.ts'
import { idLike } from '../id-forms.ts'

const FOREIGN = "another account's job"
const UNKNOWN = 'an id that no job has'

export const foreignAndUnknownLookAlike: Experiment = {
  id: 'accounts.foreign-like-unknown',
  clause: 'accounts.foreign-and-unknown-look-alike',
  suite: 'accounts',
  title: "answers another account's job just as an id that no job has",
  needs: ['job', 'other-account-key'],
  from: 'standard',
  cost: () => ({ requests: 5 }),
  async drive(drive) {
    const { id } = await drive.job()
    const read = (what: string, which: string) =>
      drive.observe(what, requestTo(drive.target, 'GET /videos/{id}', { key: 'B', id: which }), { polled: which })
    await read(UNKNOWN, idLike(id, drive.configuration.seed + 10))
    await read(FOREIGN, id)
    await read(UNKNOWN, idLike(id, drive.configuration.seed + 11))
    await read(FOREIGN, id)
    await read(UNKNOWN, idLike(id, drive.configuration.seed + 12))
  },
  judge,
}

/** What differs between two unknown ids, too, is chance or time; what both reads of the real job have alone is a hint. */
function judge({ exchanges }: Evidence): Verdict {
  const foreign = exchanges.filter((each) => each.purpose.case === FOREIGN)
  const unknown = exchanges.filter((each) => each.purpose.case === UNKNOWN)
  if (foreign.length < 2 || unknown.length < 2) return skip('the ids were not read')
  const all = [...foreign, ...unknown]
  const evidence = all.map(({ n }) => n)
  const doubt = all.find(undecided)
  if (doubt) return inconclusive(undecided(doubt)!, [doubt.n])
  if (!all.every((each) => statusOf(each) === ERROR_CODES.not_found)) {
    return inconclusive('not all of them were answered 404, which other clauses judge', evidence)
  }
  const [first, ...others] = unknown.map(viewOf)
  const byChance = new Set(others.flatMap((other) => changedPlaces(first, other)))
  const hints = foreign
    .map((each) => changedPlaces(first, viewOf(each)).filter((place) => !byChance.has(place)))
    .reduce((one, other) => one.filter((place) => other.includes(place)))
  if (hints.length === 0) return pass(foreign.length, evidence)
  const received = `${receivedInWords(foreign[0]!)}, which differs in ${hints.slice(0, 3).join(', ')}`
  return fail([{ expected: `as an unknown id: ${receivedInWords(unknown[0]!)}`, received, evidence }], foreign.length)
}

const OF_THE_CONNECTION = ['date', 'content-length', 'connection', 'keep-alive', 'age', 'etag', 'set-cookie']

/** The body with the id taken out, and which headers there are; what they hold is too often chance. */
function viewOf(exchange: Exchange): unknown {
  const { polled = '' } = exchange.purpose
  const forms = [polled, encodeURIComponent(polled), JSON.stringify(polled).slice(1, -1)].sort(
    (a, b) => b.length - a.length,
  )
  const neutral = (text: string) => forms.reduce((so, form) => so.replaceAll(form, '{id}'), text)
  const names = exchange.answer?.headers.map(([name]) => name.toLowerCase()) ?? []
  const body = jsonOf(exchange)
    ? JSON.parse(neutral(JSON.stringify(jsonOf(exchange)!.value)))
    : neutral(exchange.answer?.body ?? '')
  return {
    body,
    headers: Object.fromEntries(
      names.filter((name) => !OF_THE_CONNECTION.includes(name)).map((name) => [name, 'there']),
    ),
  }
}
