import type { Outcome } from '../history/entry/look.ts'
import type { ServedFile } from '../http/files/served-file.ts'
import { CODECS, type MediaSource, OutOfReach } from '../media/facts.ts'
import { firstPicture } from '../media/read-media.ts'
import { isStill } from '../media/still.ts'
import type { Shared } from './controls.ts'

const MOST_PICTURES = 16
/** Extra download for the first picture. */
const EXTRA_BYTES = 512 * 1024

/** Small pictures of the beginnings of videos, where a decoder is at hand: for people to see, and nothing is judged by them. */
export class Pictures {
  readonly #shared: Shared
  #left: number = MOST_PICTURES

  constructor(shared: Shared) {
    this.#shared = shared
  }

  async of(file: ServedFile, outcome: Outcome): Promise<string | undefined> {
    const { still } = this.#shared
    if (!still || this.#left === 0 || !isDecodable(outcome)) return undefined
    this.#left--
    const picture = await firstPicture(new AtHand(file, this.#isPlentyLeft() ? EXTRA_BYTES : 0))
    const drawn = picture && (await still(picture).catch(() => undefined))
    if (isStill(drawn)) return drawn
    this.#left++
    return undefined
  }

  /** What is to be judged goes first. */
  #isPlentyLeft(): boolean {
    const { configuration, client } = this.#shared
    const { maxRequests, rate, maxDownload } = configuration
    return maxRequests === undefined && rate === undefined && client.fetcher.bytesLeft > maxDownload / 2
  }
}

function isDecodable(outcome: Outcome): boolean {
  if (outcome.kind !== 'read' || outcome.reading.kind !== 'video') return false
  return (CODECS as readonly string[]).includes(outcome.reading.facts.codec)
}

/** What has come of a file, and once a little more of it. */
class AtHand implements MediaSource {
  readonly #file: ServedFile
  #more: number

  constructor(file: ServedFile, more: number) {
    this.#file = file
    this.#more = more
  }

  size(): number | undefined {
    return this.#file.size()
  }

  async read(from: number, to: number): Promise<Uint8Array> {
    const missing = this.#file.chunks.missingFrom(from, to)
    if (missing !== undefined && to - missing > this.#more) throw new OutOfReach('it was not fetched')
    if (missing !== undefined) this.#more = 0
    return this.#file.readOnce(from, to)
  }
}
