import { LIMITS } from '../../../engine/config/limits.ts'
import type { Failure } from '../../../engine/history/entry/exchange.ts'
import { GrowingBuffer } from '../../../engine/http/transport/response-reader.ts'
import { framingOfAnswer, framingOfRequest, type Head, requestLineOf, statusLineOf } from './head.ts'
import { type Hearer, Scanner } from './scanner.ts'
import type { Passed } from './told.ts'

/** Callbacks of a connection to the recorder. */
export type Record = {
  connection: number
  /** The next number of the event counter. */
  tick(): number
  now(): number
  isOfInterest(path: string): boolean
  /** Calls back when everything written to the client has been flushed, or is lost. */
  handedOn(tell: (isLost: boolean) => void): void
  passed(exchange: Passed): void
  unread(why: string): void
}

/** A body, up to a size limit. */
class BodyKept {
  readonly #most: number
  readonly #gathered = new GrowingBuffer()
  #isKept: boolean
  bytes = 0

  constructor(most: number) {
    this.#most = most
    this.#isKept = most > 0
  }

  add(piece: Buffer): void {
    this.bytes += piece.length
    if (this.#isKept && this.#gathered.length < this.#most)
      this.#gathered.add(piece.subarray(0, this.#most - this.#gathered.length))
  }

  /** `hasEnded`: the body is complete. */
  told(hasEnded: boolean): Passed['body'] {
    const isWhole = hasEnded && (this.bytes === 0 || (this.#isKept && this.bytes === this.#gathered.length))
    // Copied: the original buffer is much larger.
    return { bytes: this.bytes, isWhole, ...(this.#isKept && { kept: new Uint8Array(this.#gathered.whole()) }) }
  }
}

type UnderWay = {
  at: number
  sent: number
  method: string
  path: string
  http: Passed['http']
  headers: Head['headers']
  body: BodyKept
  wholeAt?: number
  answer?: Pick<NonNullable<Passed['answer']>, 'begunAt' | 'status' | 'statusText' | 'headers'> & { body: BodyKept }
}

/** Matches requests and responses of one connection. */
export class Conversation {
  readonly fromClient: Scanner
  readonly fromServer: Scanner
  readonly #record: Record
  /** Requests without a complete response, oldest first. */
  readonly #underWay: UnderWay[] = []
  #begun: { at: number; sent: number } | undefined
  #sending: UnderWay | undefined
  #receiving: UnderWay | undefined
  #isUnread = false

  constructor(record: Record, host: string) {
    this.#record = record
    this.fromClient = new Scanner(this.#requests(), host)
    this.fromServer = new Scanner(this.#answers())
  }

  /** No further responses will come. */
  breaksOff(failure: Failure): void {
    for (const each of this.#underWay.splice(0))
      this.#tell(each, { received: this.#record.tick(), failure, isLost: true })
  }

  #requests(): Hearer {
    return {
      begins: () => {
        this.#begun = { at: this.#record.now(), sent: this.#record.tick() }
      },
      head: (head) => {
        const framing = framingOfRequest(head)
        const line = requestLineOf(head)
        if (line && this.#begun && !this.#isUnread) {
          const most = this.#record.isOfInterest(line.path) ? LIMITS.bodyBytes : 0
          this.#sending = { ...this.#begun, ...line, headers: head.headers, body: new BodyKept(most) }
          this.#underWay.push(this.#sending)
        }
        return framing
      },
      body: (piece) => this.#sending?.body.add(piece),
      ends: () => {
        if (this.#sending) this.#sending.wholeAt = this.#record.now()
        this.#sending = undefined
      },
      isLost: (why) => this.#isLost(why),
    }
  }

  #answers(): Hearer {
    return {
      begins: () => undefined,
      head: (head) => {
        const asked = this.#underWay[0]
        const framing = framingOfAnswer(head, asked?.method)
        const line = statusLineOf(head)
        if (!asked) return { kind: 'unknown', why: 'a response came without a request' }
        if (line && framing.kind !== 'another head') {
          const most = this.#record.isOfInterest(asked.path) ? LIMITS.bodyBytes : 0
          const begunAt = this.#record.now()
          asked.answer = { begunAt, ...line, headers: head.headers, body: new BodyKept(most) }
          this.#receiving = asked
        }
        return framing
      },
      body: (piece) => this.#receiving?.answer?.body.add(piece),
      ends: () => {
        this.#receiving = undefined
        const asked = this.#underWay.shift()
        if (asked) this.#ends(asked)
      },
      isLost: (why) => this.#isLost(why),
    }
  }

  /** One direction cannot be parsed without the other. Host is rewritten as long as requests are parsed. */
  #isLost(why: string): void {
    if (this.#isUnread) return
    this.#isUnread = true
    const [first] = this.#underWay
    const goesOnOtherwise = first?.answer?.status === 101 || first?.method === 'CONNECT'
    if (goesOnOtherwise) this.fromClient.lose()
    this.fromServer.lose()
    this.#record.unread(why)
    if (first?.answer?.status === 101) this.#ends(this.#underWay.shift()!)
    this.breaksOff({ kind: 'interrupted', message: `the rest of the connection could not be read: ${why}` })
  }

  #ends(asked: UnderWay): void {
    const received = this.#record.tick()
    this.#record.handedOn((isLost) => this.#tell(asked, { received, isLost }))
  }

  #tell({ body, wholeAt, answer, ...asked }: UnderWay, { received, isLost, failure }: Ended): void {
    this.#record.passed({
      ...asked,
      connection: this.#record.connection,
      received,
      endedAt: this.#record.now(),
      ...(isLost && { isLost }),
      ...(wholeAt !== undefined && { wholeAt }),
      body: body.told(wholeAt !== undefined),
      ...(answer && { answer: { ...answer, body: answer.body.told(failure === undefined) } }),
      ...(failure && { failure }),
    })
  }
}

type Ended = { received: number; isLost: boolean; failure?: Failure }
