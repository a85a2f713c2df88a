import type { Known } from '../../../engine/judge/clients/check.ts'
import {
  askedOf,
  isAtTheInterface,
  isSubmission,
  isTakenOn,
  type Passage,
} from '../../../engine/judge/clients/passage.ts'
import { type ClientVerdict, notJudged } from '../../../engine/judge/clients/verdict.ts'
import { type OpenPointId, openPoint } from '../../../spec/open-points.ts'
import { authorizationsIn, wrongWith } from '../sending/key.ts'
import { opinionOn, textSubmitted } from '../sending/submission.ts'
import { MAY_GIVE_UP } from './trying-again.ts'

/** Why it was refused: an open point, its own violation (other clauses judge it), or missing capacity. */
type Kind = OpenPointId | 'its own' | 'no room'
type Refusal = { n: number; kind: Kind }

/** Refusals that may have stopped a client, and why: what one server may take and another refuse says nothing of it. */
export class RefusalsExplained {
  /** By request; an accepted one removes earlier refusals. */
  readonly #standing = new Map<string, Refusal>()
  /** One of several that it makes at once may give up, though another is let in later. */
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

/** HEAD asks for the same as GET. */
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
  // A server may be forgiving about the spelling of an alias; whoever read it there has no reason to change it.
  const open = reasons.find((reason) => reason.verdict === 'open' && reason.field !== 'model')
  if (open) return open.by as OpenPointId
  return IS_JSON.test(said('content-type') ?? '') ? undefined : 'body.content-type'
}

const IS_JSON = /^application\/json\s*(?:;|$)/i
