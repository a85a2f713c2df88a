import type { Socket } from 'node:net'
import { setTimeout as rest } from 'node:timers/promises'

/** How a connection ended, as seen by one end. */
export type Ending = 'end' | 'reset' | 'open'

/** One end of a raw connection. */
export class Peer {
  readonly #socket: Socket
  readonly #pieces: Buffer[] = []
  #tail = ''
  #length = 0
  #ending: Ending = 'open'
  #changed = Promise.withResolvers<void>()

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (piece: Buffer) => {
      this.#pieces.push(piece)
      this.#length += piece.length
      this.#tail = (this.#tail + piece.toString('latin1')).slice(-100_000)
      this.#change()
    })
    socket.on('end', () => {
      if (this.#ending === 'open') this.#ending = 'end'
      this.#change()
    })
    socket.on('error', () => {
      this.#ending = 'reset'
      this.#change()
    })
    socket.on('close', () => this.#change())
  }

  get received(): Buffer {
    return Buffer.concat(this.#pieces)
  }

  get ending(): Ending {
    return this.#ending
  }

  say(text: string | Buffer): Promise<void> {
    return new Promise((resolve) =>
      this.#socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text, () => resolve()),
    )
  }

  /** Sends byte by byte. */
  async drip(text: string): Promise<void> {
    for (const letter of text) {
      await this.say(letter)
      await rest(0)
    }
  }

  async hears(text: string): Promise<void> {
    while (!this.#tail.includes(text)) await this.#next(`for ${JSON.stringify(text)}`)
  }

  async hearsBytes(count: number): Promise<void> {
    while (this.#length < count) await this.#next(`for ${count} bytes, got ${this.#length}`)
  }

  /** Waits for the other end to close. */
  async hearsTheEnd(): Promise<void> {
    while (this.#ending === 'open') await this.#next('for the end')
  }

  /** Closes the write side only. */
  end(): void {
    this.#socket.end()
  }

  reset(): void {
    this.#socket.resetAndDestroy()
  }

  hearsNothingFor(ms: number): Promise<void> {
    this.#socket.pause()
    return rest(ms).then(() => void this.#socket.resume())
  }

  close(): void {
    this.#socket.destroy()
  }

  async #next(what: string): Promise<void> {
    if (this.#socket.destroyed) throw new Error(`waited ${what}, and the connection is closed (${this.#ending})`)
    const { promise } = this.#changed
    const late = AbortSignal.timeout(20_000)
    await Promise.race([promise, rest(20_000, undefined, { signal: late, ref: false }).catch(() => undefined)])
    if (late.aborted)
      throw new Error(`waited in vain ${what}; the last that came: ${JSON.stringify(this.#tail.slice(-200))}`)
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
