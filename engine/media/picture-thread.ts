import { Worker } from 'node:worker_threads'
import { MEBIBYTE } from '../config/bounds/bound.ts'
import { BOUNDS } from '../config/bounds/bounds.ts'
import { whereCompiled } from '../config/compile-cache.ts'
import type { MediaSource } from './facts.ts'

/** What is said in the thread: what is to be read of a file, and at last what was found in it. */
export type AskedByThread =
  | { file: number; ticket: number; from: number; to: number }
  | { file: number; picture: Uint8Array | undefined }
/** What it is told: to begin with a file, and what was read. */
export type Given = { file: number; size: number } | { ticket: number; bytes?: Uint8Array }

/** Without a word the thread may be counting still, and is of no more use; where it is gone, one before it may be why. */
export type Looked = { picture: Uint8Array | undefined } | 'without a word' | 'gone'

/** A thread that takes files apart, one after the other, and may be ended: a few bytes can make it count to billions. */
export class PictureThread {
  readonly #worker = new Worker(new URL(workerFile(), import.meta.url), {
    env: whereCompiled(),
    // What it has to say of a file are the file's own words.
    ...{ stdout: true, stderr: true },
    resourceLimits: { maxOldGenerationSizeMb: BOUNDS.pictureMemory.most / MEBIBYTE, maxYoungGenerationSizeMb: 16 },
  })
  #files = 0
  #hear: (told: AskedByThread) => void = () => undefined
  #gone: () => void = () => undefined

  constructor() {
    const gone = () => this.#gone()
    this.#worker.on('message', (told: AskedByThread) => this.#hear(told))
    this.#worker.once('error', gone).once('exit', gone)
  }

  /** Whether it has looked into others. */
  get isUsed(): boolean {
    return this.#files > 1
  }

  /** `longestMs`: without a word from it. */
  look(source: MediaSource, size: number, longestMs: number): Promise<Looked> {
    const { promise, resolve } = Promise.withResolvers<Looked>()
    const file = ++this.#files
    let limit: NodeJS.Timeout | undefined
    const waitForIt = () => {
      clearTimeout(limit)
      limit = setTimeout(() => resolve('without a word'), longestMs).unref()
    }
    this.#gone = () => resolve('gone')
    this.#hear = async (told) => {
      if (told.file !== file) return
      clearTimeout(limit)
      if ('picture' in told) return resolve({ picture: told.picture })
      const { ticket, from, to } = told
      const bytes = await source.read(from, to).catch(() => undefined)
      this.#tell({ ticket, ...(bytes && { bytes }) })
      waitForIt()
    }
    this.#worker.ref()
    waitForIt()
    this.#tell({ file, size })
    return promise.finally(() => {
      clearTimeout(limit)
      this.#worker.unref()
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #tell(given: Given): void {
    this.#worker.postMessage(given)
  }
}

/** A checkout runs its sources, a published package what was built from them. */
function workerFile(): string {
  return import.meta.url.endsWith('.ts') ? './picture-worker.ts' : './picture-worker.js'
}
