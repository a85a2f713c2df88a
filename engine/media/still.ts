import { BOUNDS } from '../config/bounds/bounds.ts'

/** Its longer side, in pixels. */
export const STILL_SIDE = 240

/** Draws a small picture, as a data URL, from a small file with one picture in it, where a decoder is at hand. Never throws. */
export type Still = (file: Uint8Array) => Promise<string | undefined>

const STILL = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/

/** Whoever wrote a history may have put anything into it. */
export function isStill(text: unknown): text is string {
  return typeof text === 'string' && text.length <= BOUNDS.stillCharacters.most && STILL.test(text)
}
