import type { Kind } from './kind.ts'
import { pictureIn } from './pictures.ts'
import { textIn } from './text.ts'

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
