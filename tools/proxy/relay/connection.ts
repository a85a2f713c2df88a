import type { Socket } from 'node:net'
import type { Failure } from '../../../engine/history/entry/exchange.ts'
import { classifyFailure } from '../../../engine/http/transport/failures.ts'
import { Conversation, type Record } from './conversation.ts'
import { type Upstream, upstreamTo } from './upstream.ts'

const HUNG_UP: Failure = { kind: 'interrupted', message: 'the client closed the connection' }
const CLOSED: Failure = { kind: 'reset', message: 'the server closed the connection' }

type Parts = {
  client: Socket
  origin: URL
  record: Omit<Record, 'handedOn'>
  unreached(failure: Failure): void
}

/**
 * A client's connection and its own connection to the target. Forwards bytes as they come, with backpressure, and also
 * ends and resets.
 */
export class Connection {
  readonly #client: Socket
  readonly #upstream: Upstream
  readonly #conversation: Conversation
  readonly #unreached: (failure: Failure) => void
  #isReached = false
  #isOver = false
  #hasClientEnded = false
  #waits = 0

  constructor({ client, origin, record, unreached }: Parts) {
    this.#client = client
    this.#unreached = unreached
    this.#conversation = new Conversation({ ...record, handedOn: (tell) => this.#handedOn(tell) }, origin.host)
    this.#upstream = upstreamTo(origin)
    this.#listenToClient()
    this.#listenToServer(origin.protocol === 'https:' ? 'secureConnect' : 'connect')
  }

  /** Pauses reading from the client until `goOn` was called as often. */
  wait(): void {
    this.#waits++
    this.#client.pause()
  }

  goOn(): void {
    if (--this.#waits <= 0) this.#client.resume()
  }

  end(): void {
    this.#over(HUNG_UP)
    this.#client.destroy()
    this.#upstream.stream.destroy()
  }

  #listenToClient(): void {
    const { stream } = this.#upstream
    const client = this.#client
    client.on('data', (chunk: Buffer) => {
      if (written(stream, this.#conversation.fromClient.push(chunk))) return
      this.wait()
      stream.once('drain', () => this.goOn())
    })
    client.once('end', () => {
      this.#hasClientEnded = true
      written(stream, this.#conversation.fromClient.close())
      stream.end()
    })
    client.once('error', () => this.#upstream.reset())
    client.once('close', () => this.#over(HUNG_UP))
  }

  #listenToServer(stands: 'connect' | 'secureConnect'): void {
    const { stream } = this.#upstream
    const client = this.#client
    stream.once(stands, () => {
      this.#isReached = true
    })
    stream.on('data', (chunk: Buffer) => {
      const goesOn = client.destroyed || client.write(chunk)
      this.#conversation.fromServer.push(chunk)
      if (goesOn) return
      stream.pause()
      client.once('drain', () => stream.resume())
    })
    stream.once('end', () => {
      this.#conversation.fromServer.close()
      this.#conversation.breaksOff(this.#hasClientEnded ? HUNG_UP : CLOSED)
      client.end()
    })
    stream.once('error', (error) => {
      const failure = classifyFailure(error)
      if (!this.#isReached) this.#unreached(failure)
      this.#over(failure)
      resetOnceWritten(client)
    })
    stream.once('close', () => this.#over(CLOSED))
  }

  #handedOn(tell: (isLost: boolean) => void): void {
    const client = this.#client
    if (client.destroyed) tell(true)
    else if (client.writableLength === 0) tell(false)
    else client.write('', (error) => tell(error !== undefined && error !== null))
  }

  #over(failure: Failure): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#conversation.breaksOff(failure)
  }
}

function written(stream: Socket, pieces: readonly Buffer[]): boolean {
  if (stream.destroyed || stream.writableEnded) return true
  if (pieces.length === 1) return stream.write(pieces[0]!)
  return pieces.length === 0 || stream.write(Buffer.concat(pieces))
}

/** The client still gets what the server has sent before. */
function resetOnceWritten(client: Socket): void {
  if (client.destroyed) return
  if (client.writableLength === 0) client.resetAndDestroy()
  else client.once('drain', () => client.resetAndDestroy())
}
