import { Buffer } from 'node:buffer'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import type { buildConnector, Client } from 'undici'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { refusedCertificate } from '../network/bad-certificate.ts'
import type { Network } from '../network/network.ts'
import { withoutBlanks } from './field-value.ts'
import { Incoming, receivedSince } from './incoming.ts'
import { inPieces, lengthSaid } from './pieces-of-body.ts'
import { Excess, type LaneOptions, type Sending, type WireRequest } from './sending.ts'

let loaded: typeof import('undici') | undefined

/** Before anything is sent, so that no answer seems late for it; what only reads, judges or plans does without. */
export function loadUndici(): typeof import('undici') {
  loaded ??= createRequire(import.meta.url)('undici') as typeof import('undici')
  return loaded
}

/** One kept connection of undici, opened again by itself when the server closes it. */
export class UndiciLane {
  readonly #client: Client
  readonly #network: Network
  #socket: Socket | undefined
  #lastWord: NodeJS.ErrnoException | undefined

  /** `first`: a connection that stands already. */
  constructor(origin: string, options: LaneOptions, first?: Socket) {
    const { limit, opened, connected, network } = options
    this.#network = network
    const { Client } = loadUndici()
    this.#client = new Client(origin, {
      headersTimeout: limit,
      bodyTimeout: limit,
      maxHeaderSize: BOUNDS.headBytes.most,
      connect: this.#connector(origin, options, first),
      pipelining: 1,
      allowH2: false,
    })
    this.#client.on('connect', () => {
      opened()
      connected()
    })
  }

  send(request: WireRequest, most: number): Sending {
    const incoming = new Incoming(most, {
      received: receivedSince(this.#network, () => this.#socket),
      onHead: () => this.#network.answered(this.#socket),
      leave: () => goOnOnlyIf(false),
    })
    let running: { abort(reason: Error): void } | undefined
    let stopped: Error | undefined
    const stop = (reason: Error) => {
      stopped = reason
      running?.abort(reason)
      incoming.isLeft(reason)
    }
    const goOnOnlyIf = (isWanted: boolean) => {
      if (!isWanted) running?.abort(new Excess('more than is read'))
    }
    this.#client.dispatch(
      {
        method: request.method,
        path: request.path,
        headers: [...request.headers, ...lengthSaid(request)].flat(),
        ...(request.body !== undefined && { body: request.inPieces ? inPieces(request.body) : request.body }),
      },
      {
        onRequestStart(controller) {
          running = controller
          if (stopped) stop(stopped)
        },
        onResponseStart(controller, status, parsed, words = '') {
          const headers = flatHeaders(controller.rawHeaders ?? parsed)
          goOnOnlyIf(status < 200 ? incoming.comesEarly() : incoming.begins(status, words, headers))
        },
        onResponseData: (_, chunk) => goOnOnlyIf(incoming.goesOn(chunk)),
        onResponseEnd: () => incoming.ends(),
        onResponseError: (_, error) => incoming.fails(refusedCertificate(this.#lastWord?.code ?? '') ?? error),
      },
    )
    return { answer: incoming.answer, stop }
  }

  async destroy(): Promise<void> {
    await this.#client.destroy()
  }

  #connector(origin: string, { network, limit, lookup }: LaneOptions, first?: Socket): buildConnector.connector {
    let atHand = first
    const open = async () => {
      const socket = atHand ?? (await network.open(origin, { protocols: ['http/1.1'], limit, lookup }))
      atHand = undefined
      return socket
    }
    return (_, done) => {
      open().then(
        (socket) => {
          this.#socket = socket
          // What TLS says at its end, undici passes over.
          socket.once('error', (error) => {
            this.#lastWord = error
          })
          this.#lastWord = undefined
          done(null, socket)
        },
        (error) => done(error, null),
      )
    }
  }
}

function flatHeaders(raw: object): Header[] {
  const text = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))
  if (!Array.isArray(raw)) {
    return Object.entries(raw).flatMap(([name, value]) => [value].flat().map((each): Header => [name, text(each)]))
  }
  const pairs: Header[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([text(raw[at]), withoutBlanks(text(raw[at + 1]))])
  return pairs
}
