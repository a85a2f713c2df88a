import { OutOfReach, type Unread } from '../facts.ts'

/** What is in the file cannot be read on, for a reason of the file or of our bounds. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** The file ends before what was to be read. */
export class CutOff extends Unreadable {
  override name = 'CutOff'
}

/** A part of the video is missing: its sentence is the finding. */
export class NotWhole extends Error {
  override name = 'NotWhole'
}

export function whyOf(error: unknown): string {
  if (error instanceof Unreadable || error instanceof OutOfReach) return error.message
  // A view that is read past its end: what the file says of itself does not fit into it.
  if (error instanceof RangeError) return 'a field exceeds its container'
  return error instanceof Error ? error.message : String(error)
}

export const isUnread = (value: unknown): value is Unread =>
  typeof value === 'object' && value !== null && 'unread' in value

/** What a part of the file says, or why it cannot be read: never the end of all the rest. */
export async function attempt<T>(read: () => T | Promise<T>): Promise<T | Unread> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NotWhole) throw error
    return { unread: whyOf(error) }
  }
}
