import { BOUNDS } from '../config/bounds/bounds.ts'
import type { HistoryEntry } from './entry/entries.ts'
import type { Answer, Elsewhere, Exchange } from './entry/exchange.ts'
import { shortened } from './shortened.ts'

/** What an entry has besides the texts that are counted. */
const FRAME = 500

const MOST = {
  ordinary: BOUNDS.ordinaryCharacters.most,
  long: BOUNDS.longAnswers.most,
  inAll: BOUNDS.historyCharacters.most,
}

/** What a run writes down is bounded where it comes in, so that neither disk nor memory has to take more. */
export class RoomForAnswers {
  readonly #most: typeof MOST
  #long = 0
  #inAll = 0

  constructor(most: Partial<typeof MOST> = {}) {
    this.#most = { ...MOST, ...most }
  }

  /** The entry, or so much of it as there is room for. */
  take<Entry extends HistoryEntry>(entry: Entry): Entry {
    return this.takeBeside(entry, entry).kept
  }

  /** The same of one that is written otherwise than it is known: what is to stay out is gone before anything is cut. */
  takeBeside<Entry extends HistoryEntry, Written extends HistoryEntry>(entry: Entry, written: Written) {
    const cut = isAsked(written) && written.answer ? this.#cutFor(written.answer, written) : undefined
    const less = <One extends HistoryEntry>(one: One): One =>
      cut && isAsked(one) && one.answer ? { ...one, answer: cut(one.answer) } : one
    const both = { kept: less(entry), written: less(written) }
    this.#inAll += sizeOf(both.written)
    return both
  }

  get isFull(): boolean {
    return this.#inAll > this.#most.inAll
  }

  /** How it is to be cut; undefined where it is kept whole. */
  #cutFor(answer: Answer, asked: Exchange | Elsewhere): ((answer: Answer) => Answer) | undefined {
    const length = writtenLength(answer.body)
    if (length <= this.#most.ordinary) return undefined
    // Whose end is unknown anyway may lose a little more of it: escaped, its beginning takes six times its room.
    const room = answer.truncated ? Math.min(length, BOUNDS.keptOfLonger.most) : length
    if (this.#long + room > this.#most.long) return (each) => this.#less(each, asked)
    this.#long += room
    return length > room ? (each) => upTo(room, each) : undefined
  }

  #less(answer: Answer, asked: Exchange | Elsewhere): Answer {
    const isReadable = !answer.truncated && answer.garbled === undefined
    const shorter = isReadable ? shortened(answer.body, { lists: isOfAJob(asked) }) : undefined
    return shorter !== undefined && writtenLength(shorter) <= this.#most.ordinary
      ? { ...answer, body: shorter, shortened: true }
      : upTo(this.#most.ordinary, answer)
  }
}

/** Of what stands in the lists of a job's record the law does not speak; in a list of models each may be asked for. */
const isOfAJob = ({ request }: Exchange | Elsewhere) => /\/videos(?:[/?]|$)/.test(request.path)

const upTo = (most: number, answer: Answer): Answer => ({
  ...answer,
  body: beginningOf(answer.body, most),
  truncated: true,
})

const isAsked = (entry: HistoryEntry): entry is Exchange | Elsewhere =>
  entry.kind === 'exchange' || entry.kind === 'elsewhere'

function sizeOf(entry: HistoryEntry): number {
  if (!isAsked(entry)) return FRAME
  const { request, answer } = entry
  const headers = [...request.headers, ...(answer?.headers ?? [])]
  const texts = [request.path, request.body ?? '', answer?.body ?? '', ...headers.flat()]
  return texts.reduce((sum, text) => sum + writtenLength(text), FRAME)
}

/** As JSON it is longer: what a terminal obeys is written as six characters, and what JSON itself does not hold, too. */
function writtenLength(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at++) length += writtenBesides(text.charCodeAt(at))
  return length
}

function beginningOf(text: string, most: number): string {
  let written = 0
  for (let at = 0; at < text.length; at++) {
    written += 1 + writtenBesides(text.charCodeAt(at))
    if (written > most) return onItsOwn(text.slice(0, at))
  }
  return text
}

/** A part of a text holds all of it in memory, for as long as it is held itself. */
const onItsOwn = (part: string) => JSON.parse(JSON.stringify(part)) as string

const QUOTE = 0x22
const BACKSLASH = 0x5c

function writtenBesides(code: number): number {
  if (code === QUOTE || code === BACKSLASH) return 1
  const isPlain = (code >= 0x20 && code < 0x7f) || (code > 0x9f && code < 0x200b) || (code > 0x206f && code < 0xd800)
  return isPlain ? 0 : 5
}
