import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Connection } from './connection.ts'
import { RelayLateness } from './lateness.ts'
import type { Late, Passed, RelayOptions, ToldByRelay, Unreached, Unread } from './told.ts'
import { HALF_OPEN } from './upstream.ts'

/** Exchanges that are forwarded and not yet recorded. */
export const MOST_UNRECORDED = 1000

/**
 * Forwards traffic and reports it in batches; the recorder confirms what it has written. If the recorder falls too far
 * behind, clients wait, which is recorded: nothing goes unrecorded, and memory is bounded.
 */
export class Relay {
  readonly #options: RelayOptions
  readonly #origin: URL
  readonly #tell: (told: ToldByRelay) => void
  readonly #server: Server
  readonly #connections = new Set<Connection>()
  readonly #lateness: RelayLateness
  #count = 0
  #tick = 0
  readonly #done: Int32Array
  #told = 0
  #behindSince: number | undefined
  #looking: NodeJS.Timeout | undefined
  #isToTell = false
  #batch = emptyBatch()

  constructor(options: RelayOptions, tell: (told: ToldByRelay) => void) {
    this.#options = options
    this.#origin = new URL(options.origin)
    this.#tell = tell
    this.#done = new Int32Array(options.done)
    this.#lateness = new RelayLateness(now, (late) => this.#note('late', late))
    this.#server = createServer(HALF_OPEN, (client) => this.#open(client))
    this.#server.once('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      this.#lateness.close()
      tell({ kind: 'not listening', code, message })
    })
    this.#server.listen(options.port, options.host, () =>
      tell({ kind: 'listening', port: (this.#server.address() as AddressInfo).port }),
    )
  }

  /** Checks whether the recorder has caught up. */
  #look(): void {
    if (this.#behindSince === undefined || this.#waiting > MOST_UNRECORDED / 2) return
    clearInterval(this.#looking)
    const ms = now() - this.#behindSince
    this.#lateness.note({ at: this.#behindSince, ms })
    this.#behindSince = undefined
    for (const each of this.#connections) each.goOn()
  }

  /** By weight; both counters restart together before they exceed 32 bits. */
  get #waiting(): number {
    return (this.#told - Atomics.load(this.#done, 0)) | 0
  }

  close(): void {
    this.#server.close()
    for (const each of this.#connections) each.end()
    clearInterval(this.#looking)
    this.#lateness.close()
    this.#out()
    this.#tell({ kind: 'closed' })
  }

  #open(client: Socket): void {
    const connection = ++this.#count
    const opened = new Connection({
      client,
      origin: this.#origin,
      record: {
        connection,
        now,
        tick: () => ++this.#tick,
        isOfInterest: (path) => path.startsWith(`${this.#options.basePath}/`),
        passed: (exchange) => this.#passed(exchange),
        unread: (why) => this.#note('unread', { at: now(), connection, why }),
      },
      unreached: (failure) => this.#note('unreached', { at: now(), failure }),
    })
    this.#connections.add(opened)
    client.once('close', () => this.#connections.delete(opened))
    if (this.#behindSince !== undefined) opened.wait()
  }

  #passed(exchange: Passed): void {
    this.#note('passed', exchange)
    const weight = weightOf(exchange)
    this.#batch.weight += weight
    this.#told = (this.#told + weight) | 0
    if (this.#behindSince !== undefined || this.#waiting <= MOST_UNRECORDED) return
    this.#behindSince = now()
    this.#looking = setInterval(() => this.#look(), LOOK_MS)
    for (const each of this.#connections) each.wait()
  }

  #note<Kind extends keyof Noted>(kind: Kind, what: Noted[Kind]): void {
    const list = this.#batch[kind] as Noted[Kind][]
    list.push(what)
    if (this.#isToTell) return
    this.#isToTell = true
    setImmediate(() => this.#out())
  }

  #out(): void {
    if (this.#batch.passed.length > 0) this.#lateness.flush()
    this.#isToTell = false
    const batch = this.#batch
    this.#batch = emptyBatch()
    if (KINDS.some((kind) => batch[kind].length > 0))
      this.#tell({ kind: 'happened', ...batch, open: this.#connections.size })
  }
}

type Noted = { passed: Passed; late: Late; unread: Unread; unreached: Unreached }
const KINDS = ['passed', 'late', 'unread', 'unreached'] as const

const emptyBatch = (): { [Kind in keyof Noted]: Noted[Kind][] } & { weight: number } => ({
  ...{ passed: [], late: [], unread: [], unreached: [] },
  weight: 0,
})

const LOOK_MS = 2

/** Long bodies count as several. */
const weightOf = ({ body, answer }: Passed) =>
  1 + Math.floor(((body.kept?.length ?? 0) + (answer?.body.kept?.length ?? 0)) / LONG)

const LONG = 64 * 1024

const now = () => performance.timeOrigin + performance.now()
