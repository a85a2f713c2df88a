import { BOUNDS } from '../config/bounds/bounds.ts'

/** Runs and servers say the same few things over and over, so what was made of a short text is remembered. */
export class Remembered {
  readonly #make: (text: string) => string
  readonly #made = new Map<string, string>()

  constructor(make: (text: string) => string) {
    this.#make = make
  }

  of(text: string): string {
    if (text.length > BOUNDS.rememberedCharacters.most) return this.#make(text)
    let made = this.#made.get(text)
    if (made === undefined) {
      made = this.#make(text)
      if (this.#made.size < BOUNDS.textsRemembered.most) this.#made.set(text, made)
    }
    return made
  }
}
