import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Fetch, Outcome } from '../../history/entry/look.ts'
import { secondsToWait } from '../../history/reading/facts.ts'
import { type MediaSource, OutOfReach } from '../../media/facts.ts'
import { Chunks } from '../answers/chunks.ts'
import { isKnownCoding, UnpacksToMore, unpacked } from '../answers/decode.ts'
import type { Fetched, Fetcher } from './fetcher.ts'
import {
  closed,
  cutOf,
  hasBrokenOff,
  isAPart,
  isBusy,
  isGone,
  isPacked,
  isSuccess,
  mostRetries,
  type Opening,
  offersRanges,
  partOf,
} from './file-answers.ts'
import { contentRangeOf, lengthOf } from './ranges.ts'
import { headerIn } from './redirects.ts'

/** What is asked for first: small files are whole with it, and of the others the beginning. */
const FIRST_BYTES = 128 * 1024
/** Of a file that comes in no ranges, and of one range; whoever lets a run read much lets it read more of each. */
export const mostOfOne = ({ maxDownload }: { maxDownload: number }) =>
  Math.max(BOUNDS.fileBytesAtOnce.most, maxDownload / 4)
/** What a file takes whose index says where all of it lies. */
const FEW_FETCHES = 5
const MEBIBYTE = 1024 * 1024

export type Ways = {
  withKey: boolean
  /** Asked for as a whole at once. */
  whole?: boolean
  wait(ms: number): Promise<void>
  /** Whether a wait ends before the run does. */
  hasTimeFor(ms: number): boolean
  /** Between two tries of what failed. */
  pauseMs: number
  /** Where the url worked once: the one that the job shows now. */
  renew(): Promise<string | undefined>
}

/** What comes is not what it says it is, so that a client that believes it cannot read it. */
export class Garbled extends Error {
  override name = 'Garbled'
}

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
        throw new OutOfReach('it is too large to read without range requests, or exceeds --max-download')
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
      if (!this.#comesInRanges || this.fetches.length >= BOUNDS.fileRequests.most)
        throw new OutOfReach('it was not fetched')
      const { withKey } = this.#ways
      const fetched = await this.#fetcher.get(this.#url, { range: [start, to], withKey, most: to - start })
      this.fetches.push(...fetched.fetches)
      if (fetched.answer?.status !== 206) throw new OutOfReach('it did not arrive')
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
    // Whole as it was asked for, and cut where no more is read at once: what lies behind that may come in ranges.
    this.#comesInRanges = answer.truncated && this.#ways.whole === true && offersRanges(answer)
    this.#etag = headerIn(answer.headers, 'etag')
    const named = headerIn(answer.headers, 'content-encoding')
    // Some stores leave a word there that concerns their uploads.
    const coding = named && isKnownCoding(named) ? named : undefined
    if (coding && answer.truncated) throw new OutOfReach(`it is compressed (${coding}) and too large`)
    const bytes = coding ? await this.#unpacked(answer.bytes, coding) : answer.bytes
    if (!bytes) throw new Garbled(`a response declared as ${coding} that is not ${coding}`)
    this.#size = answer.truncated ? lengthOf(headerIn(answer.headers, 'content-length')) : bytes.length
    this.chunks.add(0, bytes)
    return true
  }

  async #unpacked(bytes: Buffer, coding: string): Promise<Buffer | undefined> {
    try {
      return await unpacked(bytes, coding, this.#mostOfOne * BOUNDS.unpackedFileTimes.most)
    } catch (error) {
      throw error instanceof UnpacksToMore
        ? new OutOfReach(`it is compressed (${coding}), and ${error.message}`)
        : error
    }
  }

  async #fetchRange(from: number, to: number): Promise<void> {
    const fetched = await this.#askUntilAnswered([from, to])
    const { answer } = fetched
    // What it offered beside the whole it does not owe.
    if (this.#ways.whole && answer?.status !== 206)
      throw new OutOfReach(`it is too large to read at once, and the bytes from ${from} on did not arrive`)
    if (!answer) {
      if (hasBrokenOff(fetched)) this.cut = cutOf(fetched)
      throw new OutOfReach(`the bytes from ${from} on did not arrive`)
    }
    if (answer.status === 416) {
      this.#size = from
      return
    }
    if (answer.status === 206) return this.#takeRange(answer, from)
    if (isSuccess(answer.status) && (await this.#takeWhole(fetched))) return
    if (this.#hasRenewed) throw new OutOfReach(`the request for the bytes from ${from} on returned ${answer.status}`)
    // A link that worked once: the job may show a new one, which is asked for the whole at once.
    this.#hasRenewed = true
    this.#url = (await this.#ways.renew()) ?? this.#given
    const opened = await this.#openWhole()
    if (opened.kind !== 'open') throw new OutOfReach('its url worked only once')
  }

  async #takeRange(answer: NonNullable<Fetched['answer']>, from: number): Promise<void> {
    const range = contentRangeOf(headerIn(answer.headers, 'content-range'))
    if (range?.from !== from || answer.bytes.length === 0) {
      if (this.#ways.whole) throw new OutOfReach('the server returned another range than requested')
      return this.#instead()
    }
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
    throw new OutOfReach('the server returned another range than requested')
  }

  async #askUntilAnswered(range: readonly [number, number] | undefined): Promise<Fetched> {
    const { withKey, wait, hasTimeFor, pauseMs } = this.#ways
    for (let tries = 0; ; tries++) {
      if (this.fetches.length >= BOUNDS.fileRequests.most)
        throw new OutOfReach(`it takes more than ${BOUNDS.fileRequests.most} requests`)
      const fetched = await this.#fetcher.get(this.#url, { ...(range && { range }), withKey, most: this.#mostOfOne })
      this.fetches.push(...fetched.fetches)
      const { answer, outOfReach } = fetched
      if (outOfReach !== undefined) throw new OutOfReach(outOfReach)
      if ((answer && !isBusy(answer.status)) || tries === mostRetries(fetched)) return fetched
      const told = answer && secondsToWait(headerIn(answer.headers, 'retry-after'), headerIn(answer.headers, 'date'))
      const ms =
        told === undefined ? Math.min(BOUNDS.fileWaitMs.most, pauseMs * 2 ** tries) : Math.max(pauseMs, told * 1000)
      if (told !== undefined && !hasTimeFor(ms))
        throw new OutOfReach(
          `it returned ${answer?.status} with Retry-After ${Math.ceil(ms / 1000)} s, longer than the run waits`,
        )
      await wait(ms)
    }
  }
}
