/** Decodes as far as possible; `flaw`: how the text differs from the canonical encoding (RFC 4648 §4). */
export function readBase64(text: string): { bytes: Buffer; flaw?: string } {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? { bytes } : { bytes, flaw: flawOf(text) }
}

function flawOf(text: string): string {
  if (/\s/.test(text)) return 'white space'
  if (/[-_]/.test(text)) return 'the base64url alphabet'
  if (/[^A-Za-z0-9+/=]/.test(text)) return 'a character outside the base64 alphabet'
  if (text.length % 4 !== 0 || /=(?!=?$)|===/.test(text)) return 'missing, misplaced or extra padding'
  return 'non-zero trailing bits in the last character'
}
