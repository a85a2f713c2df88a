import { LIMITS } from '../../config/limits.ts'
import type { Fetch, Outcome } from '../../history/entry/inspection.ts'
import { secondsToWait } from '../../history/reading/facts.ts'
import { type MediaSource, OutOfReach } from '../../media/facts.ts'
import { isKnownCoding, UnpacksToMore, unpacked } from '../answers/decode.ts'
import { Chunks } from './chunks.ts'
import type { Fetched, Fetcher } from './fetcher.ts'
import {
  closed,
  contentLengthOf,
  contentRangeOf,
  cutOf,
  hasBrokenOff,
  headerIn,
  isAPart,
  isBusy,
  isCompressed,
  isGone,
  isSuccess,
  type Opening,
  offersRanges,
  partOf,
  retriesOf,
} from './responses.ts'

const MEBIBYTE = 1024 * 1024
/** The first range: small files are complete with it. */
const FIRST_BYTES = 128 * 1024
/** Reading the index of a file takes 2 or 3 requests. */
export const MOST_REQUESTS = 10
/** After so many requests, each one reads further ahead: the file consists of many fragments. */
const USUAL_REQUESTS = 5
const MOST_WAIT_MS = 5000
/** Videos hardly compress. */
export const MOST_COMPRESSION = 4

/** Bytes of a file without ranges, or of one range. */
export const mostOfOne = ({ maxDownload }: { maxDownload: number }) => Math.max(LIMITS.fileBytesAtOnce, maxDownload / 4)

export type Ways = {
  withKey: boolean
  /** Request the whole file at once. */
  whole?: boolean
  wait(ms: number): Promise<void>
  hasTimeFor(ms: number): boolean
  /** Between two attempts. */
  pauseMs: number
  /** The current URL of the job, for URLs that work only once. */
  renew(): Promise<string | undefined>
}

/** The content contradicts its headers, so that no client can read it. */
export class Garbled extends Error {
  override name = 'Garbled'
}

/** A file at a URL. Fetches its beginning first, then the ranges that a reader needs. */
export class ServedFile implements MediaSource {
  readonly fetches: Fetch[] = []
  readonly chunks = new Chunks()
  /** Set if all its responses broke off. */
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
    const fetched = await this.#request([0, FIRST_BYTES])
    if (this.#take(fetched)) return { kind: 'open' }
    // A request without a range may succeed.
    const { answer, leadsNowhere } = fetched
    const isFinal = !answer || leadsNowhere || isBusy(answer.status) || isGone(answer.status)
    return isFinal ? closed(fetched) : this.#openWhole()
  }

  async read(from: number, to: number): Promise<Uint8Array> {
    const end = Math.min(to, this.#size ?? to)
    for (let at = this.chunks.missingFrom(from, end); at !== undefined; at = this.chunks.missingFrom(from, end)) {
      if (!this.#comesInRanges)
        throw new OutOfReach('it is too large to read without range requests, or exceeds --max-download')
      const further = this.fetches.length - USUAL_REQUESTS
      const more = further < 0 ? 0 : MEBIBYTE * 4 ** further
      const ahead = Math.max(end, Math.min(at + more, this.#size ?? end))
      await this.#fetchRange(at, Math.min(ahead, at + this.#mostOfOne))
      if (this.#size !== undefined && this.#size <= at) break
    }
    return this.chunks.read(from, Math.min(to, this.#size ?? to))
  }

  /** Like `read`, with at most one request and no retry. */
  async readOnce(from: number, to: number): Promise<Uint8Array> {
    const start = this.chunks.missingFrom(from, to)
    if (start !== undefined) {
      if (!this.#comesInRanges || this.fetches.length >= MOST_REQUESTS) throw new OutOfReach('it was not fetched')
      const { withKey } = this.#ways
      const { fetches, answer } = await this.#fetcher.get(this.#url, { range: [start, to], withKey, most: to - start })
      this.fetches.push(...fetches)
      if (answer?.status !== 206 || !this.#takeRange(answer, start)) throw new OutOfReach('it did not arrive')
    }
    return this.chunks.read(from, to)
  }

  async #openWhole(): Promise<Opening> {
    const fetched = await this.#request(undefined)
    return partOf(fetched) ?? (this.#take(fetched) ? { kind: 'open' } : closed(fetched))
  }

  #take(fetched: Fetched): boolean {
    return this.#takeBeginning(fetched) || this.#takeWhole(fetched)
  }

  #takeBeginning({ answer, url, leadsNowhere }: Fetched): boolean {
    if (!answer || leadsNowhere || answer.status !== 206 || isCompressed(answer)) return false
    const range = contentRangeOf(answer)
    if (range?.from !== 0) return false
    this.#url = url
    this.#etag = headerIn(answer, 'etag')
    this.#size = range.size
    this.chunks.add(0, answer.bytes.subarray(0, range.to))
    return true
  }

  #takeWhole({ answer, url, leadsNowhere }: Fetched): boolean {
    if (!answer || leadsNowhere || !isSuccess(answer.status) || isAPart(answer)) return false
    this.#url = url
    // The rest of a file that is too large to read at once may come in ranges.
    this.#comesInRanges = answer.truncated && this.#ways.whole === true && offersRanges(answer)
    this.#etag = headerIn(answer, 'etag')
    const named = headerIn(answer, 'content-encoding')
    // Some object stores return the unknown Content-Encoding of the upload.
    const coding = named && isKnownCoding(named) ? named : undefined
    if (coding && answer.truncated) throw new OutOfReach(`it is compressed (${coding}) and too large`)
    const bytes = coding ? this.#decompress(answer.bytes, coding) : answer.bytes
    if (!bytes) throw new Garbled(`a response declared as ${coding} that is not ${coding}`)
    this.#size = answer.truncated ? contentLengthOf(answer) : bytes.length
    this.chunks.add(0, bytes)
    return true
  }

  #decompress(bytes: Buffer, coding: string): Buffer | undefined {
    try {
      return unpacked(bytes, coding, this.#mostOfOne * MOST_COMPRESSION)
    } catch (error) {
      throw error instanceof UnpacksToMore
        ? new OutOfReach(`it is compressed (${coding}), and ${error.message}`)
        : error
    }
  }

  async #fetchRange(from: number, to: number): Promise<void> {
    const fetched = await this.#request([from, to])
    const { answer } = fetched
    const { whole, renew } = this.#ways
    // The server served the whole file, so it need not support ranges.
    if (whole && answer?.status !== 206)
      throw new OutOfReach(`it is too large to read at once, and the bytes from ${from} on did not arrive`)
    if (!answer) {
      if (hasBrokenOff(fetched)) this.cut = cutOf(fetched)
      throw new OutOfReach(`the bytes from ${from} on did not arrive`)
    }
    if (answer.status === 206) {
      if (this.#takeRange(answer, from)) return
      // After a wrong range, a request for the whole file may succeed.
      const opened = whole ? undefined : await this.#openWhole()
      if (opened?.kind === 'open') return
      if (opened?.kind === 'cut') this.cut = opened
      throw new OutOfReach('the server returned another range than requested')
    }
    if (answer.status === 416) {
      this.#size = from
      return
    }
    if (isSuccess(answer.status) && this.#takeWhole(fetched)) return
    if (this.#hasRenewed) throw new OutOfReach(`the request for the bytes from ${from} on returned ${answer.status}`)
    // The URL may have worked only once.
    this.#hasRenewed = true
    this.#url = (await renew()) ?? this.#given
    if ((await this.#openWhole()).kind !== 'open') throw new OutOfReach('its url worked only once')
  }

  /** False for another range than requested. */
  #takeRange(answer: NonNullable<Fetched['answer']>, from: number): boolean {
    const range = contentRangeOf(answer)
    if (range?.from !== from || answer.bytes.length === 0) return false
    const etag = headerIn(answer, 'etag')
    if (this.#etag !== undefined && etag !== undefined && etag !== this.#etag)
      throw new OutOfReach('the file changed while it was read')
    this.#size ??= range.size
    this.chunks.add(from, answer.bytes)
    return true
  }

  async #request(range: readonly [number, number] | undefined): Promise<Fetched> {
    const { withKey, wait, hasTimeFor, pauseMs } = this.#ways
    for (let tries = 0; ; tries++) {
      if (this.fetches.length >= MOST_REQUESTS) throw new OutOfReach(`it takes more than ${MOST_REQUESTS} requests`)
      const fetched = await this.#fetcher.get(this.#url, { ...(range && { range }), withKey, most: this.#mostOfOne })
      this.fetches.push(...fetched.fetches)
      const { answer, outOfReach } = fetched
      if (outOfReach !== undefined) throw new OutOfReach(outOfReach)
      if ((answer && !isBusy(answer.status)) || tries === retriesOf(fetched)) return fetched
      const retryAfter = answer && secondsToWait(headerIn(answer, 'retry-after'), headerIn(answer, 'date'))
      const ms =
        retryAfter === undefined ? Math.min(MOST_WAIT_MS, pauseMs * 2 ** tries) : Math.max(pauseMs, retryAfter * 1000)
      if (retryAfter !== undefined && !hasTimeFor(ms))
        throw new OutOfReach(
          `it returned ${answer?.status} with Retry-After ${Math.ceil(ms / 1000)} s, longer than the run waits`,
        )
      await wait(ms)
    }
  }
}
