/** What has begun and not come to its end. */
export class UnderWay {
  readonly #all = new Set<Promise<unknown>>()

  get isAny(): boolean {
    return this.#all.size > 0
  }

  async during<T>(one: Promise<T>): Promise<T> {
    this.#all.add(one)
    try {
      return await one
    } finally {
      this.#all.delete(one)
    }
  }

  /** Resolves when the next of them ends, however it does. */
  async next(): Promise<void> {
    await Promise.race([...this.#all].map((each) => each.catch(() => undefined)))
  }
}
