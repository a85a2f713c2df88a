import { chanceOfAJob, IMPLAUSIBLE } from '../../fixtures/ids/id-forms.ts'
import type { Exchange } from '../../runner/history/exchange.ts'
import { jsonOf, statusOf, succeeded } from '../../runner/history/reading.ts'
import { keyOf } from '../../runner/history/who-asks.ts'
import { receivedInWords } from '../../runner/history/words.ts'
import { type Facts, rule } from '../../runner/judging/check.ts'
import { fail, pass, skip, type Violation } from '../../runner/judging/verdict.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { endpointOf, idIn } from '../../runner/wire/requests.ts'

type Read = { exchange: Exchange; id: string; key: KeyName }
type OfAnother = Read & { owner: KeyName }

/**
 * Whose account a key belongs to, nobody who merely looks on knows. But every job of one key is either there for another
 * key or hidden from it, and 403 is no answer to either.
 */
export const otherKeys = rule<Read[]>({
  id: 'traffic.jobs-of-another-key',
  clause: 'accounts.other-account-sees-404',
  suite: 'traffic',
  title: 'shows another key all jobs of a key, or answers 404 for each of them',
  begin: () => [],
  see(reads, exchange, { target }) {
    const { request } = exchange
    if (endpointOf(request, target) !== 'GET /videos/{id}' || request.path.includes('?')) return
    const [id, key] = [idIn(request), keyOf(request)]
    if (id !== undefined && key !== undefined && exchange.answer) reads.push({ exchange, id, key })
  },
  conclude(reads, facts) {
    const ofAnother = reads.flatMap((read): OfAnother[] => {
      const owner = ownerOf(read.id, reads, facts)
      return owner === undefined || owner === read.key ? [] : [{ ...read, owner }]
    })
    if (ofAnother.length === 0) return skip('no key asked for a job of another')
    const violations = ofAnother.flatMap((read) => shut(read, reads) ?? hiddenBesideShown(read, reads, ofAnother) ?? [])
    return violations.length > 0
      ? fail(violations, ofAnother.length)
      : pass(
          ofAnother.length,
          ofAnother.slice(0, 20).map(({ exchange }) => exchange.n),
        )
  },
})

/** The key that submitted the job, and read it. Each account may count its own ids: then nobody knows which one is meant. */
function ownerOf(id: string, reads: readonly Read[], { exchange }: Facts): KeyName | undefined {
  if (chanceOfAJob(id) >= IMPLAUSIBLE) return undefined
  const own = reads.find((each) => {
    const submission = each.id === id && succeeded(each.exchange) ? exchange(each.exchange.purpose.job) : undefined
    return submission?.request.method === 'POST' && keyOf(submission.request) === each.key
  })
  return own?.key
}

/** Whether there is such a job is looked at only where the key is good. */
const isLetIn = ({ exchange }: Read) => succeeded(exchange) || statusOf(exchange) === 404

function shut({ exchange, key }: OfAnother, reads: readonly Read[]): Violation | undefined {
  if (statusOf(exchange) !== 403 || !jsonOf(exchange)) return undefined
  const after = reads.find((each) => each.key === key && isLetIn(each) && each.exchange.sent > exchange.received)
  return (
    after && {
      case: `key ${key}`,
      expected: '404, or the job where both keys are of one account',
      received: receivedInWords(exchange),
      evidence: [after.exchange.n, exchange.n],
    }
  )
}

function hiddenBesideShown(
  { exchange: hidden, id, key, owner }: OfAnother,
  reads: readonly Read[],
  ofAnother: readonly OfAnother[],
): Violation | undefined {
  if (statusOf(hidden) !== 404) return undefined
  const own = reads.filter((each) => each.key === owner && succeeded(each.exchange))
  const before = own.find((each) => each.id === id && each.exchange.received < hidden.sent)
  // The server is still the one that knew it.
  const isKnownOn = own.some(({ exchange }) => exchange.sent > hidden.received)
  const shown = ofAnother.find(
    (each) => each.owner === owner && each.key === key && each.id !== id && succeeded(each.exchange),
  )
  if (!before || !isKnownOn || !shown) return undefined
  return {
    case: `key ${key}`,
    expected: `one answer for all jobs of key ${owner}: 404, or each of them`,
    received: `one job, and ${receivedInWords(hidden)} for another, which key ${owner} had read`,
    evidence: [shown.exchange.n, before.exchange.n, hidden.n],
  }
}
