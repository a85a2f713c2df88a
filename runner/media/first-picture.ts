import { Worker } from 'node:worker_threads'
import { MEBIBYTE } from '../settings/bound.ts'
import { BOUNDS } from '../settings/bounds.ts'
import { whereCompiled } from '../settings/compile-cache.ts'
import type { MediaSource } from './facts.ts'

/** What the worker says: what it wants to read, and at last what it has found. */
export type Asked = { ticket: number; from: number; to: number } | { picture: Uint8Array | undefined }
export type Given = { ticket: number; bytes?: Uint8Array }

/**
 * The first picture that needs no other, alone in a small MP4 file: whoever decodes it sees nothing else of the file it
 * came in. Undefined where it cannot be had; never throws. A few bytes can make whoever takes such a file apart count to
 * billions, so that is done by a worker that may be ended.
 */
export async function firstPicture(
  source: MediaSource,
  longestMs: number = BOUNDS.pictureMs.most,
): Promise<Uint8Array | undefined> {
  const size = source.size()
  if (size === undefined || size === 0) return undefined
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>()
  const worker = new Worker(new URL(workerFile(), import.meta.url), {
    workerData: { size },
    env: whereCompiled(),
    // What it has to say of a file are the file's own words.
    ...{ stdout: true, stderr: true },
    resourceLimits: { maxOldGenerationSizeMb: BOUNDS.pictureMemory.most / MEBIBYTE, maxYoungGenerationSizeMb: 16 },
  })
  let limit: NodeJS.Timeout | undefined
  const waitForIt = () => {
    clearTimeout(limit)
    limit = setTimeout(() => resolve(undefined), longestMs).unref()
  }
  waitForIt()
  worker.once('error', () => resolve(undefined))
  worker.once('exit', () => resolve(undefined))
  worker.on('message', async (told: Asked) => {
    clearTimeout(limit)
    if ('picture' in told) return resolve(told.picture)
    const { ticket, from, to } = told
    const bytes = await source.read(from, to).catch(() => undefined)
    worker.postMessage({ ticket, ...(bytes && { bytes }) } satisfies Given)
    waitForIt()
  })
  const picture = await promise
  await worker.terminate()
  clearTimeout(limit)
  return picture
}

/** A checkout runs its sources, a published package what was built from them. */
function workerFile(): string {
  return import.meta.url.endsWith('.ts') ? './picture-worker.ts' : './picture-worker.js'
}
