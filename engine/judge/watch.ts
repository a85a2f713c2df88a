import type { Exchange } from '../history/entry/exchange.ts'
import type { Recording } from '../history/recording.ts'
import type { Facts, Watching } from './check.ts'

/** A rule or an observation at work. What it throws, whoever asks for its conclusion hears of, and nobody else. */
export class Watch<Conclusion> {
  #watching: Watching<Conclusion> | undefined
  #thrown: { error: unknown } | undefined

  constructor({ watch }: { watch(): Watching<Conclusion> }) {
    this.#try(() => {
      this.#watching = watch()
    })
  }

  see(exchange: Exchange, facts: Facts): void {
    if (!this.#thrown) this.#try(() => this.#watching?.see(exchange, facts))
  }

  conclude(facts: Facts): Conclusion {
    if (this.#thrown) throw this.#thrown.error
    return this.#watching!.conclude(facts)
  }

  #try(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#thrown = { error }
    }
  }
}

/** Of a longer answer, each that sees it may take its while. */
const LONG = 64 * 1024

/** All of them together, so that each exchange has to be read once only; step by step. */
export function* show(recording: Recording, watches: readonly Watch<unknown>[], facts: Facts): Generator<void> {
  if (watches.length === 0) return
  for (const entry of recording) {
    if (entry.kind !== 'exchange') continue
    const isLong = (entry.answer?.body.length ?? 0) > LONG
    for (const watch of watches) {
      if (isLong) yield
      watch.see(entry, facts)
    }
    yield
  }
}
