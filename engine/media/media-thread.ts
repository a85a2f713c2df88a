import { Worker } from 'node:worker_threads'
import { whereCompiled } from '../config/compile-cache.ts'
import type { MediaSource, Reading } from './facts.ts'

/** Results about a file: its facts, and a small MP4 file with its first picture. */
export type Found = { facts: Reading; picture: Uint8Array | undefined }

/** From the thread: a range to be read, or a result. */
export type Asked =
  | { file: number; ticket: number; from: number; to: number }
  | { file: number; result: Found[keyof Found] }
/** To the thread: a file to look into, bytes that were read, or why there are none. */
export type Given =
  | { file: number; size: number | undefined; task: keyof Found }
  | { file: number; size: number | undefined; ticket: number; bytes: Uint8Array }
  | { file: number; size: number | undefined; ticket: number; problem: string }

const MEMORY_MEBIBYTES = 192

/** gone: the thread ended, perhaps because of another file. */
export type Failed = 'too long' | 'gone'

type Open = {
  source: MediaSource
  done(result: Found[keyof Found] | Failed): void
  msLeft: number
  /** Time of the last message that the thread has not reacted to. */
  since?: number | undefined
  timer?: NodeJS.Timeout
}

/** Reads files in a thread that can be terminated: a few crafted bytes can make a reader count to billions. */
export class MediaThread {
  readonly #worker = new Worker(new URL(workerFile(), import.meta.url), {
    env: whereCompiled(),
    // Not those of this process: a thread refuses --input-type.
    execArgv: [],
    // Mediabunny logs warnings about files.
    ...{ stdout: true, stderr: true },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEBIBYTES, maxYoungGenerationSizeMb: 16 },
  })
  readonly #open = new Map<number, Open>()
  #files = 0
  isGone = false

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (asked: Asked) => this.#hear(asked))
    this.#worker.once('error', () => this.#end()).once('exit', () => this.#end())
  }

  /** `ms`: limit of computing time, without waits for bytes. */
  find<Task extends keyof Found>(task: Task, source: MediaSource, ms: number): Promise<Found[Task] | Failed> {
    if (this.isGone) return Promise.resolve('gone')
    const { promise, resolve } = Promise.withResolvers<Found[Task] | Failed>()
    const file = ++this.#files
    this.#open.set(file, { source, done: resolve as Open['done'], msLeft: ms })
    this.#worker.ref()
    this.#tell({ file, size: source.size(), task })
    return promise
  }

  #tell(given: Given): void {
    const open = this.#open.get(given.file)
    if (!open || this.isGone) return
    open.since ??= Date.now()
    clearTimeout(open.timer)
    const ms = Math.max(1, open.msLeft - (Date.now() - open.since))
    open.timer = setTimeout(() => this.#end(given.file), ms)
    this.#worker.postMessage(given)
  }

  async #hear(asked: Asked): Promise<void> {
    const open = this.#open.get(asked.file)
    if (!open) return
    clearTimeout(open.timer)
    open.msLeft -= open.since === undefined ? 0 : Date.now() - open.since
    open.since = undefined
    if ('result' in asked) return this.#finish(asked.file, asked.result)
    const { file, ticket, from, to } = asked
    const read = await open.source.read(from, to).then(
      // For a view, postMessage would copy its whole buffer.
      (bytes) => ({ bytes: new Uint8Array(bytes) }),
      (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
    )
    this.#tell({ file, size: open.source.size(), ticket, ...read })
  }

  #finish(file: number, result: Found[keyof Found] | Failed): void {
    const open = this.#open.get(file)
    clearTimeout(open?.timer)
    this.#open.delete(file)
    if (this.#open.size === 0) this.#worker.unref()
    open?.done(result)
  }

  #end(slow?: number): void {
    this.isGone = true
    for (const file of this.#open.keys()) this.#finish(file, file === slow ? 'too long' : 'gone')
    void this.#worker.terminate()
  }

  end(): void {
    this.#end()
  }
}

/** A .ts file in a checkout, a .js file in the published package. */
function workerFile(): string {
  return import.meta.url.endsWith('.ts') ? './media-worker.ts' : './media-worker.js'
}
