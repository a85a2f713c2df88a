import { OutOfReach, type Unread } from './facts.ts'

/** The file cannot be read further, because of its content or a limit. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** The file ends before the bytes to be read. */
export class CutOff extends Unreadable {
  override name = 'CutOff'
}

/** A part of the video is missing. The message is the finding. */
export class NotWhole extends Error {
  override name = 'NotWhole'
}

export function whyOf(error: unknown): string {
  if (error instanceof Unreadable || error instanceof OutOfReach) return error.message
  // A read beyond the end of a view or of a slice.
  if (error instanceof RangeError) return 'a field exceeds its container'
  if (!(error instanceof Error)) return String(error)
  // Mediabunny says this for any inconsistency.
  return error.message === 'Assertion failed.' ? 'its structure is inconsistent' : error.message
}

export const isUnread = (value: unknown): value is Unread =>
  typeof value === 'object' && value !== null && 'unread' in value

/** The result, or why there is none. Rethrows NotWhole. */
export async function attempt<T>(read: () => T | Promise<T>): Promise<T | Unread> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NotWhole) throw error
    return { unread: whyOf(error) }
  }
}
