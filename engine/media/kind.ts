// biome-ignore-all lint/suspicious/noControlCharactersInRegex: signatures of binary files

/** The kind of a file by its first bytes: a container to read, something else, or why it is not read. */
export type Kind = { read: 'mp4' | 'matroska' } | { what: string } | { why: string }

const image = (name: string): Kind => ({ what: `an image (${name})` })
const animated = (name: string): Kind => ({ why: `an animated ${name}, which is not supported` })
const archive = (name: string): Kind => ({ what: `an archive (${name})` })
const sound = (name: string): Kind => ({ what: `audio without video (${name})` })
const unsupported = (name: string): Kind => ({ why: `${name} is an unsupported container` })
const sequence: Kind = { why: 'an image sequence (HEIF or AVIF), which is not supported' }
const raw: Kind = { why: 'a raw stream of H.264, H.265 or MPEG video, without a container' }

/** The first match counts; bytes are characters. */
const KINDS: readonly [RegExp, Kind][] = [
  [/^.{4}ftypavif/s, image('AVIF')],
  [/^.{4}ftyp(hei[cx]|mif1|jpeg)/s, image('HEIF')],
  [/^.{4}ftyp(avis|hev[cx]|msf1)/s, sequence],
  [/^.{4}(ftyp|styp|moov|moof|mdat|sidx|free|skip|wide|pnot|uuid)/s, { read: 'mp4' }],
  [/^\x1a\x45\xdf\xa3/, { read: 'matroska' }],
  [/^\x89PNG\r\n\x1a\n((?!IDAT).)*acTL/s, animated('PNG')],
  [/^\x89PNG\r\n\x1a\n/, image('PNG')],
  [/^\xff\xd8\xff/, image('JPEG')],
  // A complete file with at most one graphic control extension, so not animated.
  [/^GIF8[79]a((?!\x21\xf9\x04).)*(\x21\xf9\x04((?!\x21\xf9\x04).)*)?\x3b$/s, image('GIF')],
  [/^GIF8[79]a/, animated('GIF')],
  [/^RIFF.{4}WEBPVP8X.{4}[\x02\x03\x06\x07\x0a\x0b\x0e\x0f\x12\x13\x16\x17\x1a\x1b\x1e\x1f]/s, animated('WebP')],
  [/^RIFF.{4}WEBP/s, image('WebP')],
  [/^(II\*\0|MM\0\*)/, image('TIFF')],
  [/^BM.{4}\0{4}/s, image('BMP')],
  [/^\0\0\x01\0[^\0]\0/, image('ICO')],
  [/^(.{4}JXL \r\n\x87\n|\xff\x0a)/s, image('JPEG XL')],
  [/^.{4}jP {2}/s, image('JPEG 2000')],
  [/^%PDF/, { what: 'a PDF file' }],
  [/^PK(\x03\x04|\x05\x06)/, archive('ZIP')],
  [/^\x1f\x8b\x08/, archive('gzip')],
  [/^7z\xbc\xaf\x27\x1c/, archive('7z')],
  [/^Rar!\x1a\x07/, archive('RAR')],
  [/^\xfd7zXZ/, archive('xz')],
  [/^\x28\xb5\x2f\xfd/, archive('zstd')],
  [/^.{257}ustar/s, archive('tar')],
  [/^\x7fELF/, { what: 'a program' }],
  [/^fLaC/, sound('FLAC')],
  [/^#!AMR/, sound('AMR')],
  [/^\.snd/, sound('AU')],
  [/^ID3/, sound('MP3')],
  [/^MThd/, sound('MIDI')],
  [/^FORM/, sound('AIFF')],
  [/^RIFF.{4}WAVE/s, sound('WAV')],
  [/^OggS(?=.*(\x80theora|OVP80|BBCD|\x01video))/s, unsupported('Ogg with video')],
  [/^OggS/, sound('Ogg')],
  // Frame headers without reserved values: AAC, then layers III and II of MPEG.
  [/^\xff[\xf0\xf1\xf8\xf9][\0-\x33\x40-\x73\x80-\xb3\xc0-\xf3]/, sound('AAC')],
  [/^\xff[\xe2-\xe5\xf2-\xf5\xfa-\xfd][\0-\xef]/, sound('MP3')],
  [/^RIFF.{4}AVI /s, unsupported('AVI')],
  [/^FLV\x01/, unsupported('FLV')],
  [/^\x30\x26\xb2\x75\x8e\x66\xcf\x11/, unsupported('ASF (WMV)')],
  [/^\.RMF/, unsupported('RealMedia')],
  [/^DKIF/, unsupported('IVF')],
  [/^YUV4MPEG2/, unsupported('Y4M')],
  [/^\x06\x0e\x2b\x34\x02\x05/, unsupported('MXF')],
  [/^\0\0\x01\xba/, unsupported('an MPEG program stream')],
  [/^(\x47.{187}){3}\x47|^.{4}(\x47.{191}){3}\x47|^(\x47.{203}){3}\x47/s, unsupported('an MPEG transport stream')],
  [/^(\0\0\x01\xb3|\0\0\0\x01|\0\0\x01\x67)/, raw],
  [/^\0+$/, { what: 'only zeros' }],
]

export function kindOf(bytes: Uint8Array): Kind | undefined {
  if (bytes.length === 0) return { what: '0 bytes' }
  const head = Buffer.from(bytes).toString('latin1')
  return KINDS.find(([pattern]) => pattern.test(head))?.[1] ?? textIn(bytes)
}

const TEXT_HEAD = 4096

function textIn(bytes: Uint8Array): Kind | undefined {
  const text = decoded(bytes.subarray(0, TEXT_HEAD))
  if (text === undefined) return undefined
  const beginning = text.replace(/^\ufeff/, '').trimStart()
  const plain = beginning.replace(/^(\s*<!--[\s\S]*?-->)+/, '').trimStart()
  if (beginning === '') return { what: 'blank text' }
  if (beginning.startsWith('#EXTM3U')) return { what: 'a playlist (m3u8)' }
  if (/<MPD[\s>]/.test(beginning)) return { what: 'a playlist (MPD)' }
  if (/^<!doctype html|^<(html|head|body|script|title|meta|p|h1|div)[\s>/]/i.test(plain))
    return { what: 'an HTML page' }
  if (/^(<\?xml[^>]*>\s*)?(<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(plain)) return image('SVG')
  if (/^<\?xml|^<[a-z!][^<]*>/i.test(beginning)) return { what: /<html[\s>]/i.test(beginning) ? 'an HTML page' : 'XML' }
  if (isJson(beginning)) return { what: 'JSON' }
  return { what: `plain text: ${JSON.stringify(beginning.slice(0, 60))}` }
}

/** JSON may be cut after the first bytes. */
const isJson = (text: string) =>
  /^(\{\s*("[^"]*"\s*:|\})|\[\s*[[{"\d\-tfn\]]|(null|true|false|-?\d+(\.\d+)?|"[^"]*")\s*$)/.test(text)

/** Undefined if there are bytes that no text has. */
function decoded(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const wide = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : ''
  if (wide) return new TextDecoder(wide).decode(bytes)
  for (const byte of bytes) if (byte < 32 && ![9, 10, 12, 13, 27].includes(byte)) return undefined
  const text = new TextDecoder('utf-8').decode(bytes)
  const strange = text.split('\ufffd').length - 1
  return strange > 1 + text.length / 10 ? undefined : text
}

const FIRST_BOX = /.{4}ftyp/gs
const SECOND_BOX = /^(moov|moof|mdat|free|skip|wide|sidx|styp|uuid|pdin)/
const MATROSKA = /\x1a\x45\xdf\xa3(?=.{0,60}(webm|matroska))/gs

/** A video that begins after other bytes, where no player looks for it. */
export function videoBehind(bytes: Uint8Array): { what: string; at: number } | undefined {
  const head = Buffer.from(bytes)
  const text = head.toString('latin1')
  for (const { index } of text.matchAll(FIRST_BOX)) {
    const size = head.readUInt32BE(index)
    const isFirstBox = size >= 16 && size <= 1024 && SECOND_BOX.test(text.slice(index + size + 4))
    if (index > 0 && isFirstBox) return { what: 'MP4', at: index }
  }
  const found = [...text.matchAll(MATROSKA)].find(({ index }) => index > 0)
  return found && { what: 'WebM', at: found.index }
}
