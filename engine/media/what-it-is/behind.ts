/** The type of the first box, and what may stand behind it. */
const SECOND_BOXES = ['moov', 'moof', 'mdat', 'free', 'skip', 'wide', 'sidx', 'styp', 'uuid', 'pdin']
const LONGEST_FIRST_BOX = 1024
const MATROSKA_MAGIC = [0x1a, 0x45, 0xdf, 0xa3]
const DOCTYPE_WITHIN = 64

/** Where a video begins in what begins with something else: no player looks for it there. */
export function videoBehind(head: Uint8Array): { what: string; at: number } | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length)
  for (let at = bytes.indexOf('ftyp'); at >= 0; at = bytes.indexOf('ftyp', at + 1))
    if (at > 4 && isFirstBox(bytes, at - 4)) return { what: 'MP4', at: at - 4 }
  const magic = Buffer.from(MATROSKA_MAGIC)
  for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1))
    if (at > 0 && isMatroska(bytes.toString('latin1', at, at + DOCTYPE_WITHIN))) return { what: 'WebM', at }
  return undefined
}

function isFirstBox(bytes: Buffer, at: number): boolean {
  const size = bytes.readUInt32BE(at)
  if (size < 16 || size > LONGEST_FIRST_BOX) return false
  return SECOND_BOXES.includes(bytes.toString('latin1', at + size + 4, at + size + 8))
}

const isMatroska = (text: string) => text.includes('webm') || text.includes('matroska')
