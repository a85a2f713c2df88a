import { rmSync } from 'node:fs'
import { withPauses } from '../../engine/config/event-loop.ts'
import type { Target } from '../../engine/config/target.ts'
import type { Ended } from '../../engine/history/entry/entries.ts'
import { History, lineOf } from '../../engine/history/history.ts'
import type { Recording } from '../../engine/history/recording.ts'
import type { Suite } from '../../engine/judge/check.ts'
import type { ClientJudging } from '../../engine/judge/clients/judging.ts'
import { Secrets } from '../../engine/judge/observed/secrets.ts'
import { Keyring, USUAL_KEYS } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import { Words } from '../../engine/keys/words.ts'
import { observing } from '../../engine/run/began.ts'
import { whyNot } from '../../engine/run/folder/files.ts'
import type { OutFolder } from '../../engine/run/folder/out-folder.ts'
import { temporaryBeside } from '../../engine/writing/write-file.ts'
import { type Blame, judgeOfClients, judgeOfServer } from './judging/blame.ts'
import { Live } from './judging/live.ts'
import { until } from './judging/until.ts'
import { News, type Standing } from './news.ts'
import { KeysPassing } from './recording/keys-passing.ts'
import { LateKeys, type Rewriting } from './recording/late-keys.ts'
import { LatestElsewhere } from './recording/latest-elsewhere.ts'
import { type PassedExchange, Recorder } from './recording/recorder.ts'
import { type Happened, type RunningRelay, startRelay } from './relay/start.ts'

export type WatchingOptions = {
  target: Target
  host: string
  port: number
  suites: readonly Suite[]
  clients: ClientJudging
  strict: boolean
  /** Keys with given names; all others are K1, K2 … */
  keys: ReadonlyMap<KeyName, string>
  /** Words to redact like keys. */
  redact: readonly string[]
  folder: OutFolder | undefined
}

/** A running proxy: records exchanges as they happen, and judges them as soon as there is time. */
export class WatchingProxy {
  history: History
  /** Reads the history, also after it was replaced by a copy. */
  readonly recording: Recording = {
    [Symbol.iterator]: () => this.history.recording[Symbol.iterator](),
    exchange: (n) => this.history.recording.exchange(n),
    exchangesBy: (name) => this.history.recording.exchangesBy(name),
  }
  readonly news: News
  readonly #options: WatchingOptions
  readonly #recorder: Recorder
  readonly #keys: KeysPassing
  readonly #secrets: Secrets
  readonly #words: Words
  readonly #live: Live
  readonly #start = Date.now()
  readonly #extent = { entries: 0, exchanges: 0 }
  readonly #elsewhere = new LatestElsewhere()
  readonly #late = new LateKeys()
  readonly #keptOutOf: <Told>(told: Told) => Told
  #relay: RunningRelay | undefined
  #isReached = false
  #isRewritten = false
  #isCopying = false
  #unwritable: string | undefined

  private constructor(options: WatchingOptions) {
    const { target, suites, strict, keys, redact, folder, clients } = options
    this.#options = options
    this.#words = new Words(redact)
    const addLateKey = (name: KeyName, value: string) => this.#late.add(name, value, this.#extent.entries)
    const secrets = new Secrets({ learned: addLateKey })
    this.#secrets = secrets
    this.history = this.#historyIn(folder?.historyPath)
    const names = [...keys.keys()]
    const known = USUAL_KEYS.filter(({ name }) => names.includes(name))
    const start = this.#start
    for (const entry of observing({ target, suites, strict, start, keys: names, known, observed: { leftOut: [] } }))
      this.history.append(entry)
    this.#keys = new KeysPassing(keys, addLateKey)
    const keyring = new Keyring(names, known)
    const history = { append: this.#append, write: () => this.history.write() }
    this.#recorder = new Recorder({ target, history, keys: this.#keys, secrets, keyring, start })
    this.#keptOutOf = (told) => secrets.in(this.#keys.keptOutOf(told))
    this.news = new News({ target, start, keptOutOf: this.#keptOutOf })
    this.#live = new Live({
      judges: [judgeOfServer(suites), judgeOfClients(clients)],
      recording: this.recording,
      extent: () => ({ ...this.#extent }),
      found: (findings, upTo) => this.#found(findings, upTo),
      failed: (error) => this.news.failed(error),
    })
  }

  static async start(options: WatchingOptions): Promise<WatchingProxy> {
    const watch = new WatchingProxy(options)
    const { origin, basePath } = options.target
    const { host, port } = options
    try {
      watch.#relay = await startRelay(
        { origin, basePath, host, port },
        { happened: (what) => watch.#happened(what), failed: (error) => watch.news.failed(error) },
      )
    } catch (error) {
      watch.history.close()
      throw error
    }
    return watch
  }

  /** Whether live verdicts on clients may differ from those of the history. */
  get isRewritten(): boolean {
    return this.#isRewritten
  }

  get port(): number {
    return this.#relay!.port
  }

  /** Replaces the history by a copy if it holds keys that became known later. Call it before hashing or reporting. */
  async redactLateKeys(): Promise<void> {
    const late = this.#late.take()
    if (!late) return
    try {
      if (!(await changes(this.recording, late))) return
      this.#isRewritten = true
      this.#replaceHistory(late)
    } catch (error) {
      late.putBack()
      throw error
    }
  }

  /** The state for the page, redacted with all keys known by now. */
  standing(): Standing {
    return this.#keptOutOf(this.news.standing)
  }

  /** The recording so far, as if it had ended now. */
  soFar() {
    const ended: Ended = { kind: 'ended', at: Date.now() - this.#start, how: 'whole' }
    const extent = { ...this.#extent }
    const [upToNow, recording] = [[], [ended]].map((last) => until(this.recording, extent, last))
    return { upToNow: upToNow!, recording: recording!, sha256: this.history.digest() }
  }

  /** Stops forwarding, and finishes writing. */
  async close(): Promise<void> {
    this.#live.close()
    await this.#relay?.close()
    const at = Date.now() - this.#start
    const how = this.#unwritable === undefined ? ({ how: 'whole' } as const) : cutShort(this.#unwritable)
    this.history.append({ kind: 'ended', at, ...how })
  }

  #append: History['append'] = (entry) => (this.#unwritable === undefined ? this.history.append(entry) : entry)

  async #happened({ passed, late, unread, unreached, open }: Happened): Promise<void> {
    const exchanges = await this.#recorder.take(passed, late)
    this.#reached(exchanges)
    for (const each of exchanges) if (each.kind === 'elsewhere') this.#elsewhere.add(this.#secrets.redact(each))
    this.news.happened({ exchanges, late, unread, unreached, open, keys: this.#keys.names() })
    if (this.#unwritable === undefined) this.#live.look()
  }

  #found(findings: readonly Blame[], upTo: number): void {
    this.news.found(findings, upTo, (n) => this.recording.exchange(n) ?? this.#elsewhere.of(n))
  }

  /** Called for the first exchanges. */
  #reached(exchanges: readonly PassedExchange[]): void {
    if (this.#isReached || !exchanges.some(({ answer }) => answer)) return
    this.#isReached = true
    this.#options.folder?.reached((path) => this.history.moveTo(path))
  }

  #historyIn(path: string | undefined): History {
    const history = new History(path, (error) => this.#cannotWrite(error), {
      redact: (entry) => (this.#isCopying ? entry : this.#words.keptOutOf(this.#secrets.redact(entry))),
    })
    history.listen(({ kind }) => {
      if (this.#isCopying) return
      this.#extent.entries++
      if (kind === 'exchange' || kind === 'elsewhere') this.#extent.exchanges++
    })
    return history
  }

  #replaceHistory({ lines, instead }: Rewriting): void {
    const path = this.#options.folder?.historyPath
    const temporary = path === undefined ? undefined : temporaryBeside(path)
    const copy = this.#historyIn(temporary)
    this.#isCopying = true
    try {
      let left = lines
      for (const entry of this.recording) copy.append(left-- > 0 ? instead(entry) : entry)
      copy.write()
      if (path !== undefined) copy.moveTo(path)
      this.history.close()
      this.history = copy
    } catch (error) {
      copy.close()
      if (temporary !== undefined) rmSync(temporary, { force: true })
      throw error
    } finally {
      this.#isCopying = false
    }
  }

  #cannotWrite(error: unknown): void {
    if (this.#isCopying) throw error
    this.#unwritable = whyNot(error)
    this.news.isNotRecorded(this.#unwritable)
  }
}

const cutShort = (why: string) => ({ how: 'cut short', why: `writing the history failed: ${why}` }) as const

async function changes(recording: Recording, { lines, instead }: Rewriting): Promise<boolean> {
  let left = lines
  for await (const entry of withPauses(recording)) {
    if (left-- <= 0) return false
    if (lineOf(instead(entry)) !== lineOf(entry)) return true
  }
  return false
}
