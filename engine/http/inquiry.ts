/** One finds out for all: who comes while that is under way waits for what comes of it. */
export class Inquiry {
  #underWay: Promise<void> | undefined

  join(begin: () => Promise<void>): Promise<void> {
    this.#underWay ??= begin().finally(() => {
      this.#underWay = undefined
    })
    return this.#underWay
  }
}
