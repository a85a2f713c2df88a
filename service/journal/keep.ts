import type { Answer, Caller, Incoming, World } from '../interface/world.ts'
import type { Present } from '../present.ts'
import { contentOfAnswer, contentOfRequest, withoutKeys } from './content.ts'
import type { Content, JournalEntry } from './entry.ts'
import type { WritableJournal } from './journal.ts'
import { masked, maskedHeaders } from './masked.ts'

type Sent = { answer: Answer; streamed: number; isCut: boolean }
/** A request without a response yet. */
type Heard = { incoming: Incoming; at: number; startedAt: number; n: number; present: Present; played: string[] }

/** Records one request after its response was sent, or once it is clear that none will be. */
export function keeper(journal: WritableJournal, world: World) {
  return {
    hear: (incoming: Incoming, present: Present, played: string[]): Heard => ({
      incoming,
      at: world.time.now(),
      startedAt: performance.now(),
      n: journal.nextNumber(),
      present,
      played,
    }),
    keep: (heard: Heard, sent?: Sent): void => journal.write(new Draft(heard, sent, world)),
  }
}

/**
 * Ten thousand of these are kept and few are ever read: each is one object, without the connection, with truncated
 * bodies, and builds its entry on demand.
 */
class Draft {
  readonly n: number
  readonly #at: number
  readonly #ms: number
  readonly #caller: Caller | undefined
  readonly #job: string | null
  readonly #played: string[]
  readonly #method: string
  readonly #url: string
  readonly #rawHeaders: string[]
  readonly #body: Content
  readonly #answer: Told | null
  readonly #world: World
  #made: JournalEntry | undefined

  constructor({ incoming, at, startedAt, n, present, played }: Heard, sent: Sent | undefined, world: World) {
    this.n = n
    this.#at = at
    this.#ms = Math.round((performance.now() - startedAt) * 10) / 10
    this.#caller = present.caller
    this.#job = present.job ?? null
    this.#played = played
    this.#method = incoming.method
    this.#url = incoming.url
    this.#rawHeaders = incoming.rawHeaders
    this.#body = contentOfRequest(incoming)
    this.#answer = sent ? toldOf(sent) : null
    this.#world = world
  }

  entry(): JournalEntry {
    this.#made ??= {
      n: this.n,
      at: this.#at,
      ms: this.#ms,
      account: this.#caller?.account ?? null,
      job: this.#job,
      played: this.#played,
      key: keyOf(this.#caller, this.#world),
      request: {
        method: this.#method,
        url: masked(this.#url),
        headers: maskedHeaders(this.#rawHeaders),
        body: withoutKeys(this.#body),
      },
      answer: this.#answer && answerFrom(this.#answer),
    }
    return this.#made
  }
}

function keyOf(caller: Caller | undefined, { store }: World): JournalEntry['key'] {
  return caller ? { id: caller.keyId, label: store.keys.get(caller.keyId)?.label ?? '' } : null
}

type Told = Pick<Answer, 'status' | 'headers'> & { content: () => Content; isCut: boolean }

function toldOf({ answer, streamed, isCut }: Sent): Told | null {
  if (isCut && !answer.stream) return null
  const { status, headers } = answer
  return { status, headers, content: contentOfAnswer(answer, streamed), isCut }
}

function answerFrom({ status, headers, content, isCut }: Told): JournalEntry['answer'] {
  const body = content()
  return { status, headers: answerHeaders(headers), body: { ...body, isWhole: body.isWhole && !isCut } }
}

function answerHeaders(headers: Answer['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, masked(String(each))]),
  )
}
