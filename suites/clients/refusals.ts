import { type ClientCheck, clientCheck, type Known } from '../../engine/judge/clients/check.ts'
import {
  askedOf,
  isAtTheInterface,
  isSubmission,
  isTakenOn,
  knew,
  type Passage,
} from '../../engine/judge/clients/passage.ts'
import { type ClientVerdict, notJudged } from '../../engine/judge/clients/verdict.ts'
import { type OpenPointId, openPoint } from '../../spec/open-points.ts'
import { MAY_GIVE_UP } from './capacity.ts'
import { authorizationsIn, opinionOn, textSubmitted, wrongWith } from './requests.ts'
import { ClientTally, inARow, isNeverAtOnce, latestBefore, withoutTheRest } from './traffic.ts'

const REFUSED: readonly (number | undefined)[] = [400, 401, 404, 422]
/** After a while, the cause of a refusal may be fixed. */
const WITHIN_MS = 5 * 60_000

type Sent = { passage: Passage; what: string }

/** Requests with the same text are repetitions. */
function whatIs({ exchange: { request }, client }: Passage): string {
  const said = request.headers.flatMap(([name, value]) => (name.toLowerCase() === 'authorization' ? [value] : []))
  return JSON.stringify([client, request.method, request.path, request.body, said])
}

export const repeatsNoRefusal: ClientCheck = clientCheck({
  clause: 'client.repeats-no-refused-request',
  begin: () => ({ sent: [] as Sent[], refused: new Set<string>() }),
  see(notes, passage, { urls }) {
    // Requests without a key may come from several clients.
    if (!isAtTheInterface(passage) || passage.client === undefined || urls.meantBy(passage.exchange).length > 0) return
    const what = whatIs(passage)
    if (REFUSED.includes(passage.status)) notes.refused.add(what)
    // Requests before the first refusal repeat nothing, unless they were under way.
    if (notes.refused.has(what)) notes.sent.push({ passage: withoutTheRest(passage), what })
  },
  conclude({ sent }, known) {
    const tally = new ClientTally()
    for (const group of Map.groupBy(sent, ({ what }) => what).values()) {
      const own = group.map(({ passage }) => passage).sort((one, other) => one.at - other.at)
      for (const refusal of own.filter(({ status }) => REFUSED.includes(status))) tally.tries(refusal)
      for (const [again, before] of repeatsIn(own, known)) {
        const { method, path } = again.exchange.request
        const [status, afterMs] = [before.status!, again.at - before.end]
        tally.breaks({
          fact: { kind: 'refusal repeated', status, method, path, afterMs },
          client: again.client,
          evidence: [before.n, again.n],
          beside: before.n,
        })
      }
    }
    return tally.verdict('none of its requests was refused')
  },
})

/** Requests whose sender knew of the earlier refusal, with that refusal. */
function repeatsIn(own: readonly Passage[], { transitMs, lateness, options }: Known): [Passage, Passage][] {
  const refusals = own.filter(({ status }) => REFUSED.includes(status)).sort((one, other) => one.end - other.end)
  const byTime = latestBefore(own, refusals, ({ end }) => end + transitMs + lateness.around(end))
  const atOnce = isNeverAtOnce(own) ? latestBefore(own, refusals, ({ end }) => end) : []
  const rows = inARow(own, transitMs)
  return own.flatMap((again, index): [Passage, Passage][] => {
    const last = refusals[atOnce[index] ?? -1]
    const isTold =
      last !== undefined &&
      (rows.has(again) || (options.makesOneVideo && knew(again, last, transitMs + lateness.around(last.end)) === 'yes'))
    const before = isTold ? last : refusals[byTime[index] ?? -1]
    return before && again.at - before.end <= WITHIN_MS ? [[again, before]] : []
  })
}

/** Why it was refused: an open point, its own violation (other clauses judge it), or missing capacity. */
type Kind = OpenPointId | 'its own' | 'no room'
type Refusal = { n: number; kind: Kind }

/** Refusals that may excuse a client for stopping, because another server may accept the same request. */
export class RefusalsExplained {
  /** By request; an accepted one removes earlier refusals. */
  readonly #standing = new Map<string, Refusal>()
  /** With several submissions at once, one may be given up although another is accepted later. */
  readonly #turnedAway: number[] = []

  see(passage: Passage, known: Known): void {
    const { client, n } = passage
    const asked = readOf(passage, known)
    if (!isAtTheInterface(passage) || asked?.endpoint === undefined) return
    const what = JSON.stringify([client, asked.endpoint, asked.id])
    const kind = kindOf(passage, known)
    if (kind === 'no room') this.#turnedAway.push(n)
    if (isTakenOn(passage)) this.#standing.delete(what)
    if (kind !== undefined) this.#standing.set(what, { n, kind })
  }

  /** Why stopping is excusable; undefined if it is not. */
  get verdict(): ClientVerdict | undefined {
    const often = this.#turnedAway.slice(MAY_GIVE_UP - 1).slice(-1)
    const standing = [...this.#standing.values(), ...often.map((n): Refusal => ({ n, kind: 'no room' }))]
    const { n, kind } = standing.find((each) => !isOfOtherClauses(each.kind)) ?? standing[0] ?? {}
    if (n === undefined || kind === undefined) return undefined
    if (isOfOtherClauses(kind)) return notJudged({ kind: 'not decided' }, OF_OTHER_CLAUSES[kind], [n])
    return notJudged({ kind: 'open to servers', point: kind }, inWords(kind), [n])
  }
}

const OF_OTHER_CLAUSES = {
  'its own': 'its request was invalid, which other clauses judge',
  // In a scenario about something else, its own jobs may use the capacity.
  'no room': 'its submission was refused with 429; another clause judges whether it may give up',
}
const isOfOtherClauses = (kind: Kind): kind is keyof typeof OF_OTHER_CLAUSES => Object.hasOwn(OF_OTHER_CLAUSES, kind)
const inWords = (point: OpenPointId) =>
  `this server refused a request that the specification leaves open; another server may accept it: ${openPoint(point).question}`

/** HEAD counts as GET. */
const readOf = ({ exchange: { request } }: Passage, { target }: Known) =>
  askedOf(request.method === 'HEAD' ? { ...request, method: 'GET' } : request, target)

const isRefused = ({ isLost, status = 0 }: Passage): boolean =>
  !isLost && status >= 400 && status < 500 && status !== 429

function kindOf(passage: Passage, known: Known): Kind | undefined {
  if (passage.status === 429 && !passage.isLost && isSubmission(passage)) return 'no room'
  if (!isRefused(passage)) return undefined
  if (passage.status === 401) return ofTheKey(passage, known)
  if (passage.exchange.request.method === 'HEAD') return 'paths.head'
  if (passage.asked?.hasSlashAtTheEnd) return 'paths.trailing-slash'
  return isSubmission(passage) ? ofTheBody(passage, known) : undefined
}

function ofTheKey(passage: Passage, known: Known): Kind | undefined {
  if (wrongWith(passage, known) !== undefined) return 'its own'
  const [, scheme, space] = /^(\S*)(\s*)/.exec(authorizationsIn(passage.exchange.request.headers)[0]!.trim())!
  if (scheme !== 'Bearer') return 'auth.lower-case-bearer'
  return space === ' ' ? undefined : 'auth.extra-spaces'
}

function ofTheBody(passage: Passage, known: Known): Kind | undefined {
  const { headers } = passage.exchange.request
  const said = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
  // Compressed bodies are unspecified.
  if (!/^(identity)?$/i.test(said('content-encoding') ?? '')) return 'body.content-type'
  const body = textSubmitted(passage)
  if (body === undefined) return undefined
  const { verdict, reasons } = opinionOn(body, passage, known)
  if (verdict === 'refuse') return 'its own'
  // A server may accept another spelling of an alias; a client that read it there need not change it.
  const open = reasons.find((reason) => reason.verdict === 'open' && reason.field !== 'model')
  if (open) return open.by as OpenPointId
  return IS_JSON.test(said('content-type') ?? '') ? undefined : 'body.content-type'
}

const IS_JSON = /^application\/json\s*(?:;|$)/i
