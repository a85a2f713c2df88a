import type { Outcome } from '../history/entry/inspection.ts'
import type { ServedFile } from '../http/files/served-file.ts'
import { CODECS, type MediaSource, OutOfReach } from '../media/facts.ts'
import { firstPicture } from '../media/read-media.ts'
import { isStill } from '../media/still.ts'
import type { RunContext } from './context.ts'

/** Per run. Each starts a decoder. */
const MOST_FRAMES = { smoke: 1, standard: 4, full: 16 }
/** Download for the first frame, beyond what checks have read. */
const EXTRA_BYTES = 512 * 1024

/** Draws previews of first frames for reports, if there is a decoder. They are not judged. */
export class Frames {
  readonly #context: RunContext
  #left: number

  constructor(context: RunContext) {
    this.#context = context
    this.#left = MOST_FRAMES[context.configuration.profile]
  }

  async of(file: ServedFile, outcome: Outcome): Promise<string | undefined> {
    const { still } = this.#context
    if (!still || this.#left === 0 || !isDecodable(outcome)) return undefined
    this.#left--
    const picture = await firstPicture(partOf(file, this.#mayFetch() ? EXTRA_BYTES : 0))
    const frame = picture && (await still(picture).catch(() => undefined))
    if (isStill(frame)) return frame
    this.#left++
    return undefined
  }

  /** Downloads of checks take precedence. */
  #mayFetch(): boolean {
    const { configuration, client } = this.#context
    const { maxRequests, rate, maxDownload } = configuration
    return maxRequests === undefined && rate === undefined && client.fetcher.bytesLeft > maxDownload / 2
  }
}

function isDecodable(outcome: Outcome): boolean {
  if (outcome.kind !== 'read' || outcome.reading.kind !== 'video') return false
  return (CODECS as readonly string[]).includes(outcome.reading.facts.codec)
}

/** The parts of a file that were read, and one request of at most `more` bytes. */
function partOf(file: ServedFile, more: number): MediaSource {
  let left = more
  return {
    size: () => file.size(),
    async read(from, to) {
      const missing = file.chunks.missingFrom(from, to)
      if (missing !== undefined && to - missing > left) throw new OutOfReach('it was not fetched')
      if (missing !== undefined) left = 0
      return file.readOnce(from, to)
    },
  }
}
