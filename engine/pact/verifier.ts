import { type ChildProcess, fork } from 'node:child_process'
import { whereCompiled } from '../config/compile-cache.ts'
import { excerpt } from '../history/reading/words.ts'

/** What gatecheck reads of a Pact contract; Pact itself reads the rest. */
export type Interaction = {
  type: string
  description: string
  providerStates?: { name: string }[]
  request: { method: string; path: string; headers?: Record<string, string[]> }
  response: { status: number; body?: { content?: unknown }; matchingRules?: { status?: object } }
}
export type Contract = { consumer: { name: string }; provider: { name: string }; interactions: Interaction[] }

export type Question = { ticket: number; contract: Contract; baseUrl: string; statesUrl: string; timeoutMs: number }
export type VerifierMessage = { ready: true } | { ticket: number; result: string }

/** The package is optional: its native part does not exist for every platform. */
export class NoPactHere extends Error {
  override name = 'NoPactHere'
}

/** Names the command that installs a missing package, instead of Node's stack trace. */
export function whyNotStarted(why: string, printed: string): string {
  if (/Cannot find (module|package) '@pact-foundation/.test(printed))
    return "Pact's verifier is not installed. Run npm install --save-dev @pact-foundation/pact"
  return `Pact's verifier cannot run here (${why})${printed ? `: ${excerpt(printed, 300)}` : ''}`
}

/** What differs from a contract, in Pact's words. */
export type Mismatch = {
  words: string
  of: 'the body' | 'the rest'
  /** Pact could not parse the body, which may be valid nevertheless. */
  isUnparsed: boolean
}

type Result = {
  interactionResults?: { mismatch?: { mismatches?: { type?: string; mismatch?: string }[] } }[]
  result?: boolean
}

/** Pact's own verifier, one interaction at a time. */
export class PactVerifier {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<string>>()
  #tickets = 0
  #printed = ''
  #isReady = false

  /** Runs without the environment, which may contain keys, and without telemetry. */
  private constructor() {
    const { PATH, TMPDIR, SystemRoot } = process.env
    this.#child = fork(new URL(processFile(), import.meta.url), {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // The run handles an interrupt and ends the process.
      detached: true,
      env: {
        ...(PATH && { PATH }),
        ...(TMPDIR && { TMPDIR }),
        ...(SystemRoot && { SystemRoot }),
        ...whereCompiled(),
        PACT_DO_NOT_TRACK: 'true',
      },
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (data) => {
        this.#printed = (this.#printed + data).slice(-2000)
      })
    }
  }

  static start(): Promise<PactVerifier> {
    const verifier = new PactVerifier()
    const { promise, resolve, reject } = Promise.withResolvers<PactVerifier>()
    const end = (why: string) => {
      const said = verifier.#printed ? `: ${excerpt(verifier.#printed, 300)}` : ''
      reject(new NoPactHere(whyNotStarted(why, verifier.#printed)))
      for (const { reject } of verifier.#waiting.values()) reject(new Error(`Pact's verifier ended, ${why}${said}`))
    }
    verifier.#child.once('error', (error) => end(error.message))
    verifier.#child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`))
    verifier.#child.on('message', (message: VerifierMessage) => {
      if ('ready' in message) {
        verifier.#isReady = true
        resolve(verifier)
      } else verifier.#waiting.get(message.ticket)?.resolve(message.result)
    })
    return promise
  }

  async mismatches(question: Omit<Question, 'ticket'>): Promise<Mismatch[]> {
    const ticket = ++this.#tickets
    const waiting = Promise.withResolvers<string>()
    this.#waiting.set(ticket, waiting)
    if (!this.#isReady || !this.#child.connected) throw new Error("Pact's verifier has ended")
    this.#child.send({ ticket, ...question } satisfies Question)
    const result = await waiting.promise
    this.#waiting.delete(ticket)
    return mismatchesIn(result)
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGKILL')
    await gone
  }
}

/** Pact itself failed, for example on a machine that is too busy to respond in time. Not a verdict. */
export class NoResult extends Error {
  override name = 'NoResult'
}

/** Pact reports this only in its text. */
const UNPARSED = /^Failed to parse the actual body\b/

/** Anything but a success or a list of differences is a failure of Pact itself, not a verdict. */
export function mismatchesIn(text: string): Mismatch[] {
  let result: Result
  try {
    result = JSON.parse(text) as Result
  } catch {
    throw new NoResult(`Pact's verifier failed: ${excerpt(text, 500)}`)
  }
  const results = result.interactionResults ?? []
  const found = results
    .flatMap(({ mismatch }) => mismatch?.mismatches ?? [])
    .flatMap(({ type, mismatch: words }): Mismatch[] => {
      if (words === undefined) return []
      const isOfTheBody = type === 'BodyMismatch'
      return [{ words, of: isOfTheBody ? 'the body' : 'the rest', isUnparsed: isOfTheBody && UNPARSED.test(words) }]
    })
  if (found.length > 0) return found
  if (result.result !== true || results.length === 0)
    throw new NoResult(`Pact's verifier returned no result: ${excerpt(text, 500)}`)
  return []
}

function processFile(): string {
  return import.meta.url.endsWith('.ts') ? './verifier-process.ts' : './verifier-process.js'
}
