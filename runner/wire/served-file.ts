import type { Fetch, Outcome } from '../history/look.ts'
import { FAILURE_WORDS } from '../history/words.ts'
import { type MediaSource, OutOfReach } from '../media/facts.ts'
import { Chunks } from './chunks.ts'
import { isKnownCoding, unpacked } from './decode.ts'
import { type Fetched, type Fetcher, headerIn } from './fetcher.ts'
import { contentRangeOf, lengthOf } from './ranges.ts'

/** What is asked for first: small files are whole with it, and of the others the beginning. */
const FIRST_BYTES = 128 * 1024
/** Of a file that comes in no ranges, and of one range; whoever lets a run read much lets it read more of each. */
export const mostOfOne = ({ maxDownload }: { maxDownload: number }) => Math.max(8 * MEBIBYTE, maxDownload / 4)
/** A file that takes more is left at that. */
export const MOST_FETCHES = 10
/** What a file takes whose index says where all of it lies. */
const FEW_FETCHES = 5
const MEBIBYTE = 1024 * 1024
const MOST_RETRIES = 3
/** Each costs the whole time that a request may take, or will not come otherwise a second later. */
const MOST_RETRIES_IN_VAIN = 1
const SLOW_OR_NOT_THERE: readonly unknown[] = ['timeout', 'dns', 'tls']
const LONGEST_WAIT_MS = 5000

export type Ways = {
  withKey: boolean
  /** Asked for as a whole at once. */
  whole?: boolean
  wait(ms: number): Promise<void>
  /** Between two tries of what failed. */
  pauseMs: number
  /** Where the url worked once: the one that the job shows now. */
  renew(): Promise<string | undefined>
}

/** What comes is not what it says it is, so that a client that believes it cannot read it. */
export class Garbled extends Error {
  override name = 'Garbled'
}

type Opening = { kind: 'open' } | Exclude<Outcome, { kind: 'read' }>

/** A file behind a url, as far as it is asked for: its beginning first, and then the ranges that whoever reads it wants. */
export class ServedFile implements MediaSource {
  readonly fetches: Fetch[] = []
  readonly chunks = new Chunks()
  /** Where its answers break off each time. */
  cut: Extract<Outcome, { kind: 'cut' }> | undefined
  readonly #fetcher: Fetcher
  readonly #mostOfOne: number
  readonly #ways: Ways
  readonly #given: string
  #url: string
  #size: number | undefined
  #comesInRanges = true
  #etag: string | undefined
  #hasRenewed = false

  constructor(fetcher: Fetcher, url: string, ways: Ways) {
    this.#fetcher = fetcher
    this.#mostOfOne = mostOfOne(fetcher.bounds)
    this.#given = url
    this.#url = url
    this.#ways = ways
  }

  size(): number | undefined {
    return this.#size
  }

  get isWhole(): boolean {
    return this.#size !== undefined && this.chunks.missingFrom(0, this.#size) === undefined
  }

  async open(): Promise<Opening> {
    if (this.#ways.whole) return this.#openWhole()
    const fetched = await this.#askUntilAnswered([0, FIRST_BYTES])
    if (this.#takeBeginning(fetched) || (await this.#takeWhole(fetched))) return { kind: 'open' }
    // A range may be what it is refused for; where there is nothing for anybody, a range is not to blame.
    const { answer } = fetched
    const mayBeForTheRange = answer && !fetched.leadsNowhere && !isBusy(answer.status) && !isGone(answer.status)
    return mayBeForTheRange ? this.#openWhole() : closed(fetched)
  }

  async read(from: number, to: number): Promise<Uint8Array> {
    const end = Math.min(to, this.#size ?? to)
    for (let at = this.chunks.missingFrom(from, end); at !== undefined; at = this.chunks.missingFrom(from, end)) {
      if (!this.#comesInRanges)
        throw new OutOfReach(
          'it is longer than is read of a file that comes in no ranges, or than --max-download leaves',
        )
      const ahead = Math.max(end, Math.min(at + this.#ahead(), this.#size ?? end))
      await this.#fetchRange(at, Math.min(ahead, at + this.#mostOfOne))
      if (this.#size !== undefined && this.#size <= at) break
    }
    return this.chunks.read(from, Math.min(to, this.#size ?? to))
  }

  /** A file in many fragments is gone through from its beginning to its end: what comes next is fetched along, more each time. */
  #ahead(): number {
    const further = this.fetches.length - FEW_FETCHES
    return further < 0 ? 0 : MEBIBYTE * 4 ** further
  }

  /** Somewhat more of it, where one request brings it: no second try, and nothing else is asked for. */
  async readOnce(from: number, to: number): Promise<Uint8Array> {
    const start = this.chunks.missingFrom(from, to)
    if (start !== undefined) {
      if (!this.#comesInRanges || this.fetches.length >= MOST_FETCHES) throw new OutOfReach('it is not at hand')
      const { withKey } = this.#ways
      const fetched = await this.#fetcher.get(this.#url, { range: [start, to], withKey, most: to - start })
      this.fetches.push(...fetched.fetches)
      if (fetched.answer?.status !== 206) throw new OutOfReach('it did not come')
      this.#takeRange(fetched.answer, start)
    }
    return this.chunks.read(from, to)
  }

  async #openWhole(): Promise<Opening> {
    const fetched = await this.#askUntilAnswered(undefined)
    const part = partOf(fetched)
    if (part) return part
    const isTaken = (await this.#takeWhole(fetched)) || this.#takeBeginning(fetched)
    return isTaken ? { kind: 'open' } : closed(fetched)
  }

  #takeBeginning({ answer, url, leadsNowhere }: Fetched): boolean {
    if (!answer || leadsNowhere || answer.status !== 206 || isPacked(answer)) return false
    const range = contentRangeOf(headerIn(answer.headers, 'content-range'))
    if (range?.from !== 0) return false
    this.#url = url
    this.#etag = headerIn(answer.headers, 'etag')
    this.#size = range.size
    this.chunks.add(0, answer.bytes.subarray(0, range.to))
    return true
  }

  async #takeWhole({ answer, url, leadsNowhere }: Fetched): Promise<boolean> {
    if (!answer || leadsNowhere || !isSuccess(answer.status) || isAPart(answer)) return false
    this.#url = url
    this.#comesInRanges = false
    const named = headerIn(answer.headers, 'content-encoding')
    // Some stores leave a word there that concerns their uploads.
    const coding = named && isKnownCoding(named) ? named : undefined
    if (coding && answer.truncated) throw new OutOfReach(`it is compressed (${coding}) and longer than is read`)
    const bytes = coding ? await unpacked(answer.bytes, coding, this.#mostOfOne * 4) : answer.bytes
    if (!bytes) throw new Garbled(`an answer that calls itself ${coding}, and is not`)
    this.#size = answer.truncated ? lengthOf(headerIn(answer.headers, 'content-length')) : bytes.length
    this.chunks.add(0, bytes)
    return true
  }

  async #fetchRange(from: number, to: number): Promise<void> {
    const fetched = await this.#askUntilAnswered([from, to])
    const { answer } = fetched
    if (!answer) {
      if (hasBrokenOff(fetched)) this.cut = cutOf(fetched)
      throw new OutOfReach(`the bytes from ${from} on did not come`)
    }
    if (answer.status === 416) {
      this.#size = from
      return
    }
    if (answer.status === 206) return this.#takeRange(answer, from)
    if (isSuccess(answer.status) && (await this.#takeWhole(fetched))) return
    if (this.#hasRenewed) throw new OutOfReach(`the bytes from ${from} on were answered ${answer.status}`)
    // A link that worked once: the job may show a new one, which is asked for the whole at once.
    this.#hasRenewed = true
    this.#url = (await this.#ways.renew()) ?? this.#given
    const opened = await this.#openWhole()
    if (opened.kind !== 'open') throw new OutOfReach('its url worked once, and no longer')
  }

  async #takeRange(answer: NonNullable<Fetched['answer']>, from: number): Promise<void> {
    const range = contentRangeOf(headerIn(answer.headers, 'content-range'))
    if (range?.from !== from || answer.bytes.length === 0) return this.#instead()
    const etag = headerIn(answer.headers, 'etag')
    if (this.#etag !== undefined && etag !== undefined && etag !== this.#etag)
      throw new OutOfReach('the file changed while it was read')
    this.#size ??= range.size
    this.chunks.add(from, answer.bytes)
  }

  /** Where another range comes than was asked for, the whole may come in order. */
  async #instead(): Promise<void> {
    const opened = await this.#openWhole()
    if (opened.kind === 'open') return
    if (opened.kind === 'cut') this.cut = opened
    throw new OutOfReach('another range came than was asked for')
  }

  async #askUntilAnswered(range: readonly [number, number] | undefined): Promise<Fetched> {
    const { withKey, wait, pauseMs } = this.#ways
    for (let tries = 0; ; tries++) {
      if (this.fetches.length >= MOST_FETCHES) throw new OutOfReach(`it takes more than ${MOST_FETCHES} requests`)
      const fetched = await this.#fetcher.get(this.#url, { ...(range && { range }), withKey, most: this.#mostOfOne })
      this.fetches.push(...fetched.fetches)
      const { answer } = fetched
      if ((answer && !isBusy(answer.status)) || tries === mostRetries(fetched)) return fetched
      const told = Number(answer && headerIn(answer.headers, 'retry-after')) * 1000
      await wait(Math.min(LONGEST_WAIT_MS, told > 0 ? told : pauseMs * 2 ** tries))
    }
  }
}

/** A part that does not say which one is taken for what was asked for. */
const isAPart = ({ status, headers }: NonNullable<Fetched['answer']>) =>
  status === 206 && contentRangeOf(headerIn(headers, 'content-range')) !== undefined
const isGone = (status: number) => [401, 403, 404, 410].includes(status)
const isSuccess = (status: number) => status >= 200 && status < 300
const isPacked = ({ headers }: NonNullable<Fetched['answer']>) =>
  isKnownCoding(headerIn(headers, 'content-encoding') ?? '')
/** What may pass by itself. */
const isBusy = (status: number) => [408, 425, 429, 500, 502, 503, 504].includes(status)

function closed(fetched: Fetched): Exclude<Opening, { kind: 'open' }> {
  const { answer, failure, leadsNowhere } = fetched
  if (hasBrokenOff(fetched)) return cutOf(fetched)
  if (fetched.brokenOff) return { kind: 'not fetched', why: 'it did not come to its end in the time of a request' }
  if (!answer) return { kind: 'unreachable', why: FAILURE_WORDS[failure?.kind ?? 'network'] }
  return { kind: 'refused', status: answer.status, ...(leadsNowhere && { what: leadsNowhere }) }
}

/** Whoever asks for the whole and is sent a part has no more than that. */
function partOf({ answer }: Fetched): Extract<Outcome, { kind: 'cut' }> | undefined {
  const range = answer?.status === 206 ? contentRangeOf(headerIn(answer.headers, 'content-range')) : undefined
  if (range?.size === undefined || range.to - range.from >= range.size) return undefined
  return { kind: 'cut', bytes: range.to - range.from, of: range.size }
}

function mostRetries({ failure }: Fetched): number {
  return SLOW_OR_NOT_THERE.includes(failure?.kind) ? MOST_RETRIES_IN_VAIN : MOST_RETRIES
}

/** What comes too slowly for us is not cut. */
const hasBrokenOff = ({ brokenOff, failure }: Fetched) => brokenOff !== undefined && failure?.kind !== 'timeout'

function cutOf({ brokenOff }: Fetched): Extract<Outcome, { kind: 'cut' }> {
  const of = brokenOff && lengthOf(headerIn(brokenOff.headers, 'content-length'))
  return { kind: 'cut', bytes: brokenOff?.bytes.length ?? 0, ...(of !== undefined && { of }) }
}
