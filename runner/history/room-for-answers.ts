import { BOUNDS } from '../settings/bounds.ts'
import type { HistoryEntry } from './entries.ts'
import type { Answer, Elsewhere, Exchange } from './exchange.ts'

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
    const kept = isAsked(entry) && entry.answer ? { ...entry, answer: this.#keep(entry.answer) } : entry
    this.#inAll += sizeOf(kept)
    return kept
  }

  get isFull(): boolean {
    return this.#inAll > this.#most.inAll
  }

  #keep(answer: Answer): Answer {
    const length = writtenLength(answer.body)
    if (length <= this.#most.ordinary) return answer
    // Whose end is unknown anyway may lose a little more of it: escaped, its beginning takes six times its room.
    const room = answer.truncated ? Math.min(length, BOUNDS.keptOfLonger.most) : length
    if (this.#long + room > this.#most.long) return upTo(this.#most.ordinary, answer)
    this.#long += room
    return length > room ? upTo(room, answer) : answer
  }
}

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
    if (written > most) return text.slice(0, at)
  }
  return text
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

function writtenBesides(code: number): number {
  if (code === QUOTE || code === BACKSLASH) return 1
  const isPlain = (code >= 0x20 && code < 0x7f) || (code > 0x9f && code < 0x200b) || (code > 0x206f && code < 0xd800)
  return isPlain ? 0 : 5
}
