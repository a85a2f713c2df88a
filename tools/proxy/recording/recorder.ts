import type { Target } from '../../../engine/config/target.ts'
import type { HistoryEntry } from '../../../engine/history/entry/entries.ts'
import type { Elsewhere, Exchange } from '../../../engine/history/entry/exchange.ts'
import type { History } from '../../../engine/history/history.ts'
import { Attribution } from '../../../engine/judge/observed/attribution.ts'
import type { Secrets } from '../../../engine/judge/observed/secrets.ts'
import { unattributed } from '../../../engine/judge/observed/traffic.ts'
import type { Keyring } from '../../../engine/keys/keyring.ts'
import type { Late, Passed } from '../relay/told.ts'
import { seenOf } from './came.ts'
import type { KeysPassing } from './keys-passing.ts'

type Parts = {
  target: Target
  history: Pick<History, 'append' | 'write'>
  keys: KeysPassing
  secrets: Secrets
  keyring: Keyring
  /** Milliseconds since 1970. */
  start: number
}

/** A client's request to the interface, or to another path of the same server. */
export type PassedExchange = Exchange | Elsewhere

/** Records exchanges in order, with placeholders for keys, and infers the purpose of each. */
export class Recorder {
  readonly #parts: Parts
  readonly #attribution: Attribution
  #writing: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#attribution = new Attribution(parts.target, parts.keyring)
  }

  /** Resolves with the recorded exchanges when they are written. */
  take(passed: readonly Passed[], late: readonly Late[]): Promise<PassedExchange[]> {
    const written = this.#writing.then(() => this.#write(passed, late))
    this.#writing = written.catch(() => undefined)
    return written
  }

  async #write(passed: readonly Passed[], late: readonly Late[]): Promise<PassedExchange[]> {
    const { history, start } = this.#parts
    for (const { at, ms } of late) history.append({ kind: 'late', at: inTenths(at - start), ms: inTenths(ms) })
    const exchanges: PassedExchange[] = []
    for (const each of passed) {
      for (const entry of await this.#entriesOf(each)) {
        history.append(entry)
        if (entry.kind === 'exchange' || entry.kind === 'elsewhere') exchanges.push(entry)
      }
    }
    history.write()
    return exchanges
  }

  async #entriesOf(passed: Passed): Promise<HistoryEntry[]> {
    const { target, keys, secrets, start } = this.#parts
    const came = await seenOf(passed, target.origin)
    secrets.note([...came.headers, ...(came.answer?.headers ?? [])])
    const { seen, isNameless = false } = keys.disguise(came)
    const asked = unattributed(seen, isNameless)
    const passing = { ...asked.passing, ...(passed.isLost && { lost: true as const }) }
    const timed = { ...asked, passing, at: inTenths(seen.at - start) }
    if (passed.path.startsWith(`${target.basePath}/`)) return this.#attribution.take(timed)
    const { keyLeftOut: _, phases: __, ...elsewhere } = timed
    return [this.#attribution.takeElsewhere({ ...elsewhere, origin: target.origin })]
  }
}

const inTenths = (ms: number) => Math.round(ms * 10) / 10
