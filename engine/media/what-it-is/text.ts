import type { Kind } from './kind.ts'

const HEAD = 4096

/** What a text is, where a file is one. */
export function textIn(bytes: Uint8Array): Kind | undefined {
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
