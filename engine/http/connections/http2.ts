import { Buffer } from 'node:buffer'
import * as http2 from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { FRAMING_BYTES, Incoming, LOOK_MS, receivedSince } from './incoming.ts'
import { endWith } from './pieces-of-body.ts'
import { Excess, type LaneOptions, type Sending, type WireRequest } from './sending.ts'

/** As long as other clients keep a connection that nobody uses: one that is older may be gone without a word. */
const IDLE_MS = 4000
/** The most headers that fit into the most bytes: fewer than those are refused by Node, more of them by us. */
const HEADERS_AT_MOST = 2 * BOUNDS.headers.most

/** The server speaks HTTP/1.1 alone; over this connection, nothing has been said yet. */
export class NotOffered extends Error {
  readonly socket: Socket

  constructor(socket: Socket) {
    super('HTTP/2 is not offered')
    this.socket = socket
  }
}

/** `idle`: since when no answer is awaited, and what had come by then. */
type Kept = { session: http2.ClientHttp2Session; socket: Socket; idle: { at: number; bytes: number } | undefined }

/** One kept connection that speaks HTTP/2, with one stream at a time: what is lent to nobody in HTTP/1.1 is not shared here. */
export class Http2Lane {
  readonly #origin: URL
  readonly #options: LaneOptions
  #kept: Kept | undefined
  #isOver = false

  constructor(origin: string, options: LaneOptions) {
    this.#origin = new URL(origin)
    this.#options = options
  }

  send(request: WireRequest, most: number): Sending {
    const { network } = this.#options
    const incoming = new Incoming(most, {
      received: receivedSince(network, () => this.#kept?.socket),
      onHead: () => network.answered(this.#kept?.socket),
      leave: () => this.#drop(),
    })
    let stopped = false
    const stop = (reason: Error) => {
      stopped = true
      this.#drop()
      incoming.isLeft(reason)
    }
    const begin = async () => {
      const kept = await this.#connection()
      if (!stopped) this.#ask(kept, request, incoming)
    }
    begin().catch((error) => incoming.fails(error))
    return { answer: incoming.answer, stop }
  }

  async destroy(): Promise<void> {
    this.#isOver = true
    this.#drop()
  }

  #ask(kept: Kept, request: WireRequest, incoming: Incoming): void {
    kept.idle = undefined
    const settled = () => {
      kept.idle = { at: performance.now(), bytes: this.#options.network.bytesFrom(kept.socket) }
    }
    incoming.answer.then(settled, settled)
    const stream = kept.session.request(this.#headersOf(request), { endStream: request.body === undefined })
    const goOnOnlyIf = (isWanted: boolean) => {
      if (!isWanted) this.#drop()
    }
    let hasBegun = false
    stream.setTimeout(this.#options.limit, () => {
      incoming.fails(Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' }))
      this.#drop()
    })
    stream.on('headers', () => goOnOnlyIf(incoming.comesEarly()))
    stream.on('continue', () => goOnOnlyIf(incoming.comesEarly()))
    stream.on('response', (...[headers, , raw]: [http2.IncomingHttpHeaders, number, string[]?]) => {
      hasBegun = true
      const all = raw ? inPairs(raw) : flat(headers)
      const bytes = all.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
      if (bytes > BOUNDS.headBytes.most) incoming.fails(new Excess(`headers of ${bytes} bytes`))
      const status = Number(headers[':status'])
      goOnOnlyIf(
        incoming.begins(
          status,
          '',
          all.filter(([name]) => !name.startsWith(':')),
        ),
      )
    })
    stream.on('data', (chunk: Buffer) => goOnOnlyIf(incoming.goesOn(chunk)))
    stream.on('end', () => {
      if (hasBegun && stream.rstCode === 0) incoming.ends()
    })
    stream.on('error', (error) => incoming.fails(brokenOff(stream.rstCode, error)))
    // Behind its end, nobody hears of that any more.
    stream.on('close', () => incoming.fails(brokenOff(stream.rstCode)))
    endWith(stream, request)
  }

  async #connection(): Promise<Kept> {
    const { network, limit, lookup, opened, connected } = this.#options
    const kept = this.#kept
    if (kept && !kept.session.closed && !kept.session.destroyed && !isTooOld(kept)) return kept
    this.#drop()
    const socket = await network.open(this.#origin.origin, { protocols: ['h2', 'http/1.1'], limit, lookup })
    if (this.#isOver) {
      socket.destroy()
      throw new Error('cancelled')
    }
    if ((socket as TLSSocket).alpnProtocol !== 'h2') throw new NotOffered(socket)
    opened()
    connected()
    const session = http2.connect(this.#origin, {
      createConnection: () => socket,
      settings: { enablePush: false },
      maxHeaderListPairs: HEADERS_AT_MOST,
    })
    // Each stream hears of it for itself.
    session.on('error', () => undefined)
    const bytes = network.bytesFrom(socket)
    const opening: Kept = { session, socket, idle: { at: performance.now(), bytes } }
    this.#kept = opening
    this.#endWhenIdle(opening)
    return opening
  }

  /** A server may send frames where nothing was asked. */
  #endWhenIdle(kept: Kept): void {
    const { session, socket } = kept
    const looking = setInterval(() => {
      const isFlooded = kept.idle && this.#options.network.bytesFrom(socket) - kept.idle.bytes > FRAMING_BYTES
      if (isFlooded || isTooOld(kept)) session.destroy()
    }, LOOK_MS).unref()
    session.once('close', () => clearInterval(looking))
  }

  #drop(): void {
    this.#kept?.session.destroy()
    this.#kept = undefined
  }

  #headersOf({ method, path, headers, body }: WireRequest): http2.OutgoingHttpHeaders {
    return {
      ':method': method,
      ':scheme': 'https',
      ':authority': this.#origin.host,
      ':path': path,
      ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      // No table of either side keeps it for later requests.
      [http2.sensitiveHeaders]: ['authorization', 'cookie'],
    }
  }
}

const NAMES = new Map(
  Object.entries(http2.constants).flatMap(([name, code]) =>
    /^NGHTTP2_(NO_ERROR|.*_ERROR|REFUSED_STREAM|CANCEL|STREAM_CLOSED|FRAME_SIZE_ERROR|CONNECT_ERROR|ENHANCE_YOUR_CALM|INADEQUATE_SECURITY|HTTP_1_1_REQUIRED|SETTINGS_TIMEOUT)$/.test(
      name,
    ) &&
    typeof code === 'number' &&
    code >= 0
      ? [[code, name.replace('NGHTTP2_', '')] as const]
      : [],
  ),
)

const isTooOld = ({ idle }: Kept) => idle !== undefined && performance.now() - idle.at >= IDLE_MS

/** nghttp2's own limits: frames that make it answer, and headers without an end. */
const FLOODS: readonly unknown[] = [-904, -905]

function isFlood(error: Error): boolean {
  const { code, errno } = error as NodeJS.ErrnoException
  return code === 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES' || FLOODS.includes(errno)
}

/** A stream, or a connection with it, was ended before its answer was whole. */
function brokenOff(code: number, cause?: Error): Error {
  if (cause && isFlood(cause)) return new Excess(cause.message)
  const name = NAMES.get(code) ?? 'UNKNOWN'
  const message =
    name === 'NO_ERROR' ? 'the stream was closed before the response was complete' : `the stream was closed: ${name}`
  const known = (cause as NodeJS.ErrnoException | undefined)?.code
  if (cause && known !== undefined && known !== 'ERR_HTTP2_STREAM_ERROR') return cause
  return Object.assign(new Error(message, { cause }), { code: `HTTP2_${name}` })
}

const inPairs = (raw: readonly string[]) =>
  raw.flatMap((name, index): Header[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []))

const flat = (headers: http2.IncomingHttpHeaders) =>
  Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each): Header => [name, String(each)]))
