/** Pixels of the longer side. */
export const STILL_SIDE = 240

/** Draws a small picture, as a data URL, of a file with one picture. Undefined without a decoder; never throws. */
export type Still = (file: Uint8Array) => Promise<string | undefined>

const MOST_CHARACTERS = 16_000
const STILL = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/

/** Histories may contain anything. */
export function isStill(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MOST_CHARACTERS && STILL.test(text)
}
