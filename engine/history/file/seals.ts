import { hash, randomBytes } from 'node:crypto'

/** Known to this process alone, so that nobody else can write another line that has the same seal. */
const SECRET = randomBytes(32)

/** As many bytes as a number holds exactly. */
const BYTES = 6

/** What tells a line from every other one that somebody might put into its place. */
export function sealOf(line: Uint8Array): number {
  return hash('sha256', Buffer.concat([SECRET, line]), 'buffer').readUIntBE(0, BYTES)
}

/** A file holds something else than what was written into it, or read from it, before: nothing in it can be relied on. */
export class ChangedHistory extends Error {
  override name = 'ChangedHistory'
}
