import { jsonOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/who-asks.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { endpointOf, idIn } from '../../engine/http/requests.ts'
import { type Facts, rule } from '../../engine/judge/check.ts'
import { isNotFound } from '../../engine/judge/expectations.ts'
import { fail, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { chanceOfAJob, IMPLAUSIBLE } from '../inputs/ids.ts'

type Read = {
  n: number
  sent: number
  received: number
  key: KeyName
  submission: number | undefined
  came: 'the job' | 'nothing' | 'a closed door'
  words: string
}
type OfAnother = Read & { id: string; owner: KeyName }

/**
 * Whose account a key belongs to, nobody who merely looks on knows. But every job of one key is either there for another
 * key or hidden from it, and 403 is no answer to either.
 */
export const otherKeys = rule<Map<string, Read[]>>({
  id: 'traffic.jobs-of-another-key',
  clause: 'accounts.other-account-sees-404',
  suite: 'traffic',
  title: 'shows another key either all jobs of a key, or returns 404 for each of them',
  begin: () => new Map(),
  see(reads, exchange, { target }) {
    const { request, n, sent, received, purpose } = exchange
    if (endpointOf(request, target) !== 'GET /videos/{id}' || request.path.includes('?')) return
    const [id, key] = [idIn(request), keyOf(request)]
    const came = succeeded(exchange) ? 'the job' : isNotFound.holds(exchange) ? 'nothing' : 'a closed door'
    // Others speak of keys, limits and the server's own trouble; a page comes from whoever stands in front of it.
    const isShut = statusOf(exchange) === 403 && jsonOf(exchange) !== undefined
    if (id === undefined || key === undefined || (came === 'a closed door' && !isShut)) return
    const words = came === 'the job' ? '' : receivedInWords(exchange)
    const read: Read = { n, sent, received, key, submission: purpose.job, came, words }
    const told = reads.get(id)
    if (told) told.push(read)
    else reads.set(id, [read])
  },
  conclude(reads, facts) {
    const owners = new Map([...reads].map(([id, all]) => [id, ownerOf(id, all, facts)]))
    const ofAnother = [...reads].flatMap(([id, all]): OfAnother[] => {
      const owner = owners.get(id)
      return owner === undefined ? [] : all.flatMap((read) => (read.key === owner ? [] : [{ ...read, id, owner }]))
    })
    const tried = ofAnother.filter(({ came }) => came !== 'a closed door').length
    const pairs = Map.groupBy(ofAnother, ({ owner, key }) => `${owner} ${key}`)
    const open = Map.groupBy(
      [...reads.values()].flat().filter(({ came }) => came !== 'a closed door'),
      ({ key }) => key,
    )
    const violations = [...pairs.values()].flatMap((all) => [
      ...shut(all, open.get(all[0]!.key) ?? []),
      ...hiddenBesideShown(all, reads),
    ])
    if (violations.length > 0) return fail(violations, ofAnother.length)
    if (tried === 0) return skip('no key requested a job of another key')
    return pass(
      tried,
      ofAnother.slice(0, 20).map(({ n }) => n),
    )
  },
})

/** The key that submitted the job, and read it. Each account may count its own ids: then nobody knows which one is meant. */
function ownerOf(id: string, reads: readonly Read[], { exchange }: Facts): KeyName | undefined {
  if (chanceOfAJob(id) >= IMPLAUSIBLE) return undefined
  const own = reads.find(({ key, came, submission: n }) => {
    const submission = came === 'the job' ? exchange(n) : undefined
    return submission?.request.method === 'POST' && keyOf(submission.request) === key
  })
  return own?.key
}

/** Twice, with a key that is let in between: rights may run out, and come back. */
function shut(all: readonly OfAnother[], open: readonly Read[]): Violation[] {
  const closed = all.filter(({ came }) => came === 'a closed door')
  const [first, last] = [closed[0], closed.at(-1)]
  const between = first && open.find(({ sent, received }) => sent > first.received && received < last!.sent)
  if (!between) return []
  const expected = `${isNotFound.expected}, or the job if both keys belong to one account`
  const evidence = [between.n, ...closed.map(({ n }) => n)].slice(0, 5)
  return [{ case: `key ${first.key}`, expected, received: last!.words, evidence }]
}

/** One job is shown, and another one hidden, which its own key reads before and after. */
function hiddenBesideShown(all: readonly OfAnother[], reads: ReadonlyMap<string, readonly Read[]>): Violation[] {
  const shown = all.find(({ came }) => came === 'the job')
  if (!shown) return []
  return all.flatMap((hidden): Violation[] => {
    const own = (reads.get(hidden.id) ?? []).filter(({ key, came }) => key === hidden.owner && came === 'the job')
    const before = own.some(({ received }) => received < hidden.sent)
    const after = own.find(({ sent }) => sent > hidden.received)
    if (hidden.came !== 'nothing' || hidden.id === shown.id || !before || !after) return []
    return [
      {
        case: `key ${hidden.key}`,
        expected: `the same for all jobs of key ${hidden.owner}: ${isNotFound.expected}, or the job`,
        received: `one job, but ${hidden.words} for another, which key ${hidden.owner} read before and after`,
        evidence: [shown.n, after.n, hidden.n],
      },
    ]
  })
}
