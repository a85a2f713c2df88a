import { parentPort } from 'node:worker_threads'
import { type MediaSource, OutOfReach } from './facts.ts'
import { pictureIn } from './first-picture.ts'
import type { Asked, Given } from './media-thread.ts'
import { readFile } from './read-file.ts'

// Mediabunny's warnings would keep the process from ending.
for (const stream of [process.stdout, process.stderr]) stream.write = () => true

const tell = (asked: Asked) => parentPort?.postMessage(asked)

/** A file that the main thread reads from. */
class AskedSource implements MediaSource {
  readonly #file: number
  readonly #waiting = new Map<number, PromiseWithResolvers<Uint8Array>>()
  #size: number | undefined
  #ticket = 0

  constructor(file: number, size: number | undefined) {
    this.#file = file
    this.#size = size
  }

  size(): number | undefined {
    return this.#size
  }

  read(from: number, to: number): Promise<Uint8Array> {
    const bytes = Promise.withResolvers<Uint8Array>()
    this.#waiting.set(++this.#ticket, bytes)
    tell({ file: this.#file, ticket: this.#ticket, from, to })
    return bytes.promise
  }

  take(given: Exclude<Given, { task: string }>): void {
    this.#size = given.size
    const waiting = this.#waiting.get(given.ticket)
    this.#waiting.delete(given.ticket)
    if ('bytes' in given) waiting?.resolve(given.bytes)
    else waiting?.reject(new OutOfReach(given.problem))
  }
}

const sources = new Map<number, AskedSource>()

parentPort?.on('message', async (given: Given) => {
  const { file, size } = given
  if (!('task' in given)) return sources.get(file)?.take(given)
  const source = new AskedSource(file, size)
  sources.set(file, source)
  const result = given.task === 'facts' ? await readFile(source) : await pictureIn(source)
  sources.delete(file)
  tell({ file, result })
})
