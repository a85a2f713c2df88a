import { StringDecoder } from 'node:string_decoder'

/** The reason of a failure is in the last lines. */
export const MOST_CHARACTERS = 256 * 1024

/** The end of a program's output, stdout and stderr in order of arrival. */
export class KeptOutput {
  readonly #most: number
  #text = ''
  #isCut = false

  constructor(most: number = MOST_CHARACTERS) {
    this.#most = most
  }

  /** One per stream: chunks may split multi-byte characters. */
  taker(): (chunk: Buffer) => void {
    const decoder = new StringDecoder('utf8')
    return (chunk) => this.#take(decoder.write(chunk))
  }

  /** If truncated, it starts with a whole line: half a key would not be recognized. */
  get text(): string {
    if (!this.#isCut) return this.#text
    const end = this.#text.indexOf('\n')
    return end < 0 ? '' : this.#text.slice(end + 1)
  }

  #take(text: string): void {
    const all = this.#text + text
    this.#isCut ||= all.length > this.#most
    this.#text = all.slice(-this.#most)
  }
}
