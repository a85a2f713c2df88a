import { BOUNDS } from '../../config/bounds/bounds.ts'
import { Unreadable } from '../reading/unreadable.ts'
import { type Sequence, sequenceFrom, sizeOfKeyFrame } from './av1-headers.ts'
import type { Header, Sample } from './header.ts'

const SEQUENCE = 1
const FRAME_HEADER = 3
const FRAME = 6
const HOLDS_PICTURE = new Set([FRAME_HEADER, 4, FRAME, 7])
const HEAD = 512

type Obu = { type: number; bytes: Uint8Array }

/** The units of a sample in their order, and in words what is wrong with their lengths. */
export async function obusOf(sample: Sample): Promise<{ obus: Obu[]; damage?: string }> {
  const obus: Obu[] = []
  let at = 0
  while (at < sample.size && obus.length < BOUNDS.unitsOfAPicture.most) {
    const head = await sample.read(at, Math.min(at + 10, sample.size))
    const first = head[0] ?? 0x80
    if (first & 0x80) return { obus, damage: 'a unit with a forbidden bit' }
    let body = first & 4 ? 2 : 1
    let size = sample.size - at - body
    if (first & 2) {
      const said = leb128(head, body)
      if (!said) return { obus, damage: 'a unit without a length' }
      size = said.value
      body += said.bytes
    }
    const from = at + body
    if (size < 0 || from + size > sample.size) return { obus, damage: 'the lengths of its units do not match' }
    obus.push({ type: (first >> 3) & 15, bytes: await sample.read(from, from + Math.min(size, HEAD)) })
    at = from + size
  }
  if (obus.length < BOUNDS.unitsOfAPicture.most && !obus.some(({ type }) => HOLDS_PICTURE.has(type)))
    return { obus, damage: 'no frame in it' }
  return { obus }
}

function leb128(bytes: Uint8Array, at: number): { value: number; bytes: number } | undefined {
  let value = 0
  for (let i = 0; i < 8; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) return undefined
    value += (byte & 127) * 2 ** (7 * i)
    if (byte < 128) return { value, bytes: i + 1 }
  }
  return undefined
}

/** The sequence header among units, with the size that the key frame behind it has. */
export function av1Header(obus: Obu[]): Header | undefined {
  const declared = obus.find(({ type }) => type === SEQUENCE)
  if (!declared) return undefined
  const sequence = sequenceFrom(declared.bytes)
  const frame = obus.find(({ type }) => type === FRAME || type === FRAME_HEADER)
  return { ...headerOf(sequence), ...(frame && ofFrame(frame.bytes, sequence)) }
}

function ofFrame(bytes: Uint8Array, sequence: Sequence): Partial<Header> {
  try {
    return sizeOfKeyFrame(bytes, sequence) ?? {}
  } catch (error) {
    if (error instanceof Unreadable) return {}
    throw error
  }
}

const headerOf = ({ size, depth, fps }: Sequence): Header => ({ size, depth, ...(fps !== undefined && { fps }) })

/** av1C: the depth, and the sequence header if it is there. */
export async function av1Configuration(record: Uint8Array): Promise<{ depth?: number; header?: Header }> {
  if (record.length < 4) return {}
  const flags = record[2] ?? 0
  const depth = flags & 0x40 ? (flags & 0x20 ? 12 : 10) : 8
  const body = record.subarray(4)
  const { obus } = await obusOf({ size: body.length, read: async (from, to) => body.subarray(from, to) })
  const header = av1Header(obus)
  return { depth, ...(header && { header }) }
}
