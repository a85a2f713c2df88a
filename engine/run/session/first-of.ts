/**
 * Aborts with the first of others. What AbortSignal.any makes is kept for as long as one of the others may still abort, and
 * with it whoever listens to it: many runs of one process would each keep their whole history until their deadlines.
 */
export class FirstOf {
  readonly #own = new AbortController()
  readonly #forget: (() => void)[]

  constructor(others: readonly (AbortSignal | undefined)[]) {
    this.#forget = others.flatMap((other) => {
      if (!other) return []
      const abort = () => this.#own.abort(other.reason)
      if (other.aborted) abort()
      other.addEventListener('abort', abort, { once: true })
      return [() => other.removeEventListener('abort', abort)]
    })
  }

  get signal(): AbortSignal {
    return this.#own.signal
  }

  /** It hears of none of them any more. */
  letGo(): void {
    for (const forget of this.#forget) forget()
  }
}
