import { Worker } from 'node:worker_threads'
import { whereCompiled } from '../../../engine/config/compile-cache.ts'
import { UsageError } from '../../../engine/config/target.ts'
import type { RelayOptions, ToldByRelay } from './told.ts'

export type Happened = Extract<ToldByRelay, { kind: 'happened' }>

export type RunningRelay = {
  port: number
  /** Closes all connections, after reporting what has happened. */
  close(): Promise<void>
}

/** The promise of `happened` resolves when everything is written. */
type Hearing = { happened(what: Happened): Promise<void>; failed(error: Error): void }

/** Runs the relay in its own thread, so that recording, judging and reports delay no client. */
export async function startRelay(asked: Omit<RelayOptions, 'done'>, hearing: Hearing): Promise<RunningRelay> {
  const options = { ...asked, done: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) }
  const done = new Int32Array(options.done)
  const env = { ...process.env, ...whereCompiled() }
  const worker = new Worker(new URL(threadFile(), import.meta.url), { workerData: options, env })
  const listening = Promise.withResolvers<number>()
  const closed = Promise.withResolvers<void>()
  let working: Promise<unknown> = Promise.resolve()
  worker.on('message', (told: ToldByRelay) => {
    if (told.kind === 'listening') listening.resolve(told.port)
    else if (told.kind === 'not listening') listening.reject(whyNot(told, options))
    else if (told.kind === 'closed') closed.resolve()
    else
      working = Promise.all([working, hearing.happened(told)])
        .then(() => Atomics.add(done, 0, told.weight))
        .catch((error: Error) => hearing.failed(error))
  })
  worker.once('error', (error) => {
    listening.reject(error)
    closed.resolve()
    hearing.failed(error as Error)
  })
  try {
    const port = await listening.promise
    return {
      port,
      async close() {
        worker.postMessage('close')
        await closed.promise
        await working
        await worker.terminate()
      },
    }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

function whyNot(
  { code, message }: Extract<ToldByRelay, { kind: 'not listening' }>,
  { host, port }: Omit<RelayOptions, 'done'>,
): Error {
  if (code === 'EADDRINUSE') return new UsageError(`--port ${port} is in use: choose another port, or omit the option`)
  if (code === 'EACCES') return new UsageError(`--port ${port} needs more privileges: choose a port above 1023`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new UsageError(
      `--host ${host} is not an address of this machine: use 127.0.0.1 for this machine only, or 0.0.0.0 for all interfaces`,
    )
  return new Error(message)
}

/** A checkout runs the sources, a published package the build. */
function threadFile(): string {
  return import.meta.url.endsWith('.ts') ? './relay-thread.ts' : './relay-thread.js'
}
