/** What a file is by its first bytes: a container to read, something else in words, or why it is not read. */
export type Kind = { read: 'mp4' | 'matroska' } | { what: string } | { why: string }

export function kindOf(bytes: Uint8Array): Kind | undefined {
  if (bytes.length === 0) return { what: '0 bytes' }
  const four = latin(bytes, 4, 8)
  if (MP4_BEGINS.has(four)) return mp4Brand(bytes, four)
  if (begins(bytes, [0x1a, 0x45, 0xdf, 0xa3])) return { read: 'matroska' }
  return pictureIn(bytes) ?? signed(bytes) ?? streamed(bytes) ?? textIn(bytes)
}

const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

const begins = (bytes: Uint8Array, start: number[], at = 0) => start.every((byte, i) => bytes[at + i] === byte)

const MP4_BEGINS = new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'free', 'skip', 'wide', 'pnot', 'uuid'])
const STILLS: Record<string, string> = {
  avif: 'AVIF',
  heic: 'HEIC',
  heix: 'HEIC',
  mif1: 'HEIF',
  jpeg: 'HEIF',
  'crx ': 'CR3',
}
const SEQUENCES = new Set(['avis', 'hevc', 'hevx', 'msf1'])

function mp4Brand(bytes: Uint8Array, type: string): Kind {
  const brand = type === 'ftyp' ? latin(bytes, 8, 12) : ''
  if (STILLS[brand]) return { what: `an image (${STILLS[brand]})` }
  if (SEQUENCES.has(brand)) return { why: 'an image sequence (HEIF or AVIF), which is not supported' }
  return { read: 'mp4' }
}

const SIGNATURES: [Kind, string | number[]][] = [
  [{ what: 'a PDF file' }, '%PDF'],
  [{ what: 'an archive (ZIP)' }, 'PK\x03\x04'],
  [{ what: 'an archive (ZIP)' }, 'PK\x05\x06'],
  [{ what: 'an archive (gzip)' }, [0x1f, 0x8b, 8]],
  [{ what: 'an archive (7z)' }, '7z\xbc\xaf\x27\x1c'],
  [{ what: 'an archive (RAR)' }, 'Rar!\x1a\x07'],
  [{ what: 'an archive (xz)' }, '\xfd7zXZ'],
  [{ what: 'an archive (zstd)' }, [0x28, 0xb5, 0x2f, 0xfd]],
  [{ what: 'a program' }, '\x7fELF'],
  [{ what: 'audio without video (FLAC)' }, 'fLaC'],
  [{ what: 'audio without video (AMR)' }, '#!AMR'],
  [{ what: 'audio without video (AU)' }, '.snd'],
  [{ what: 'audio without video (MP3)' }, 'ID3'],
  [{ what: 'audio without video (MIDI)' }, 'MThd'],
  [{ why: 'FLV is an unsupported container' }, 'FLV\x01'],
  [{ why: 'ASF (WMV) is an unsupported container' }, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]],
  [{ why: 'RealMedia is an unsupported container' }, '.RMF'],
  [{ why: 'IVF is an unsupported container' }, 'DKIF'],
  [{ why: 'Y4M is an unsupported container' }, 'YUV4MPEG2'],
  [{ why: 'an MPEG program stream is an unsupported container' }, [0, 0, 1, 0xba]],
  [{ why: 'a raw stream of MPEG video, without a container' }, [0, 0, 1, 0xb3]],
  [{ why: 'a raw stream of H.264 or H.265, without a container' }, [0, 0, 0, 1]],
  [{ why: 'a raw stream of H.264 or H.265, without a container' }, [0, 0, 1, 0x67]],
  [{ why: 'MXF is an unsupported container' }, [0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05]],
]

function signed(bytes: Uint8Array): Kind | undefined {
  const found = SIGNATURES.find(([, signature]) => {
    const expected = typeof signature === 'string' ? [...signature].map((letter) => letter.charCodeAt(0)) : signature
    return begins(bytes, expected)
  })
  if (found) return found[0]
  if (latin(bytes, 257, 262) === 'ustar') return { what: 'an archive (tar)' }
  if (latin(bytes, 0, 4) === 'FORM') return { what: 'audio without video (AIFF)' }
  if (latin(bytes, 0, 4) !== 'RIFF') return undefined
  const form = latin(bytes, 8, 12)
  if (form === 'WAVE') return { what: 'audio without video (WAV)' }
  return form === 'AVI ' ? { why: 'AVI is an unsupported container' } : undefined
}

const OGG_PICTURES = ['\x80theora', 'OVP80', 'BBCD', '\x01video']

function streamed(bytes: Uint8Array): Kind | undefined {
  if (latin(bytes, 0, 4) === 'OggS') {
    const beginning = latin(bytes, 0, 4096)
    const pictured = OGG_PICTURES.some((codec) => beginning.includes(codec))
    return pictured ? { why: 'Ogg with video is an unsupported container' } : { what: 'audio without video (Ogg)' }
  }
  for (const [length, ahead] of [
    [188, 0],
    [192, 4],
    [204, 0],
  ] as const)
    if (bytes.length > 3 * length && [0, 1, 2, 3].every((packet) => bytes[ahead + packet * length] === 0x47))
      return { why: 'an MPEG transport stream is an unsupported container' }
  if (bytes[0] === 0xff && isMpegSound(bytes[1] ?? 0, bytes[2] ?? 0)) return { what: 'audio without video (MP3, AAC)' }
  return bytes.every((byte) => byte === 0) ? { what: `only zeros` } : undefined
}

/** The header of a frame of MP3 or AAC, no value of it reserved; the old layer I looks like the mark of wide text. */
function isMpegSound(second: number, third: number): boolean {
  if ((second & 0xf6) === 0xf0) return (third & 0x3c) < 0x34
  const layer = (second >> 1) & 3
  return (
    (second & 0xe0) === 0xe0 &&
    (second & 0x18) !== 8 &&
    (layer === 1 || layer === 2) &&
    third >> 4 !== 15 &&
    (third & 12) !== 12
  )
}

/** A picture by its first bytes; one that moves is a lenient reader's video, which is not read here. */
function pictureIn(bytes: Uint8Array): Kind | undefined {
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

const HEAD = 4096

/** What a text is, where a file is one. */
function textIn(bytes: Uint8Array): Kind | undefined {
  const text = decoded(bytes.subarray(0, HEAD))
  if (text === undefined) return undefined
  const beginning = text.replace(/^\ufeff/, '').trimStart()
  if (beginning === '') return { what: 'blank text' }
  if (beginning.startsWith('#EXTM3U')) return { what: 'a playlist (m3u8)' }
  if (/<MPD[\s>]/.test(beginning)) return { what: 'a playlist (MPD)' }
  if (/^<!doctype html|^<(html|head|body|script|title|meta|p|h1|div)[\s>/]/i.test(withoutComments(beginning)))
    return { what: 'an HTML page' }
  if (/^(<\?xml[^>]*>\s*)?(<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(withoutComments(beginning)))
    return { what: 'an image (SVG)' }
  if (/^<\?xml|^<[a-z!][^<]*>/i.test(beginning)) return { what: /<html[\s>]/i.test(beginning) ? 'an HTML page' : 'XML' }
  if (/^[[{"]/.test(beginning) && looksLikeJson(beginning)) return { what: 'JSON' }
  if (/^(null|true|false|-?\d+(\.\d+)?)\s*$/.test(beginning)) return { what: 'JSON' }
  return { what: `plain text: ${JSON.stringify(beginning.slice(0, 60))}` }
}

const withoutComments = (text: string) => text.replace(/^(\s*<!--[\s\S]*?-->)+/, '').trimStart()

function looksLikeJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return /^(\{\s*"[^"]*"\s*:|\[\s*[[{"\d\-tfn])/.test(text)
  }
}

/** The text, or undefined where bytes are in it that no text has. */
function decoded(bytes: Uint8Array): string | undefined {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : ''
  if (wide) return new TextDecoder(wide).decode(bytes)
  // Latin-1 pages are texts, too; what controls a terminal or is zero is in none.
  for (const byte of bytes) if (byte < 32 && ![9, 10, 12, 13, 27].includes(byte)) return undefined
  const text = new TextDecoder('utf-8').decode(bytes)
  const strange = text.split('\ufffd').length - 1
  return strange > 1 + text.length / 10 ? undefined : text
}

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
