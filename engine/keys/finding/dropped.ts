import { Strand, Weaving } from './strand.ts'

/** What is dropped from a text. */
export type Dropped = { found: RegExp; oneByOne?: OneByOne }

/** Where each character is dropped or kept by itself: those of Latin-1, and all others. */
type OneByOne = { isDropped: Uint8Array; others: 'dropped' | 'kept' }

/** Runs of characters, each of which is dropped wherever it stands. */
export function characters(found: RegExp, others: OneByOne['others']): Dropped {
  const isDropped = (code: number) => String.fromCharCode(code).replace(found, '') === ''
  return {
    found,
    oneByOne: { isDropped: Uint8Array.from({ length: 256 }, (_, code) => (isDropped(code) ? 1 : 0)), others },
  }
}

/** The same strand where nothing is dropped. */
export function without(dropped: Dropped, parent: Strand): Strand {
  const text = (dropped.oneByOne && keptIn(parent.text, dropped.oneByOne)) ?? parent.text.replace(dropped.found, '')
  if (text.length === parent.text.length) return parent
  return new Strand(text, { parent, weave: () => rest(dropped.found, parent) })
}

/** Used again and again: String.replace notes all places before it drops what is there, which is ten times the text. */
let room = Buffer.alloc(0)

/** Undefined where something is kept that takes more than a byte. */
function keptIn(text: string, { isDropped, others }: OneByOne): string | undefined {
  if (room.length < text.length) room = Buffer.allocUnsafeSlow(text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 255 && others === 'kept') return undefined
    if (code < 256 && isDropped[code] === 0) room[length++] = code
  }
  return room.toString('latin1', 0, length)
}

function rest(found: RegExp, { text }: Strand): Weaving {
  const weaving = new Weaving()
  let done = 0
  for (const { 0: dropped, index } of text.matchAll(found)) {
    if (index > done) weaving.put(text.slice(done, index), done)
    done = index + dropped.length
  }
  if (done < text.length) weaving.put(text.slice(done), done)
  return weaving
}
