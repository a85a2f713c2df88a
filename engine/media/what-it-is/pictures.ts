import type { Kind } from './kind.ts'

/** A picture by its first bytes; one that moves is a lenient reader's video, which is not read here. */
export function pictureIn(bytes: Uint8Array): Kind | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  const still = (name: string, moves: boolean): Kind =>
    moves ? { why: `an animated ${name}, which is not supported` } : { what: `an image (${name})` }
  if (text(1, 8) === 'PNG\r\n\x1a\n') return still('PNG', movesAsPng(bytes))
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return still('JPEG', false)
  if (/^GIF8[79]a$/.test(text(0, 6))) return still('GIF', framesOfGif(bytes) !== 1)
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP')
    return still('WebP', text(12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) === 2)
  if (text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*') return still('TIFF', false)
  if (text(0, 2) === 'BM' && text(6, 10) === '\0\0\0\0') return still('BMP', false)
  if (text(0, 4) === '\0\0\x01\0' && (bytes[4] ?? 0) > 0 && bytes[5] === 0) return still('ICO', false)
  if (text(4, 12) === 'JXL \r\n\x87\n' || text(0, 2) === '\xff\x0a') return still('JPEG XL', false)
  if (text(4, 8) === 'jP  ') return still('JPEG 2000', false)
  return text(0, 4) === '8BPS' ? still('Photoshop', false) : undefined
}

/** An animation declares itself before its first data. */
function movesAsPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}

/** One, more, or undefined where that cannot be seen in so few bytes. */
function framesOfGif(bytes: Uint8Array): number | undefined {
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + table(bytes[10] ?? 0)
  let frames = 0
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === 0x3b) return frames
    if (kind === 0x2c) {
      if (++frames > 1) return frames
      at += 11 + table(bytes[at + 9] ?? 0)
    } else if (kind === 0x21) at += 2
    else return frames || 1
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!
    at++
  }
  return undefined
}
