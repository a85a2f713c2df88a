/** Seven rows of four pixels each, one hexadecimal digit per row, leftmost pixel first. */
const GLYPHS: Readonly<Record<string, string>> = {
  0: '6999996',
  1: '4c4444e',
  2: '691248f',
  3: '6912196',
  4: '999f111',
  5: 'f88e11e',
  6: '698e996',
  7: 'f112244',
  8: '6996996',
  9: '6997196',
  a: '0061797',
  b: '88e999e',
  c: '0078887',
  d: '1179997',
  e: '0069f87',
  f: '344e444',
  g: '0699716',
  h: '88e9999',
  i: '8088888',
  j: '202222c',
  k: '889aca9',
  l: 'c44444e',
  m: '009ff99',
  n: '00e9999',
  o: '0069996',
  p: '00e99e8',
  q: '0079971',
  r: '00bc888',
  s: '007861e',
  t: '44e4443',
  u: '0099997',
  v: '0099966',
  w: '0099ff9',
  x: '0099699',
  y: '0999716',
  z: '00f124f',
  ':': '0080080',
  '.': '0000008',
  '-': '000e000',
  '+': '004e400',
  '/': '1122488',
}
/** For characters without a glyph. */
const UNKNOWN = 'f99999f'

export const GLYPH_ROWS = 7
const SPACE_COLUMNS = 2

export type Glyph = { columns: number; has(row: number, column: number): boolean }

/** Capitals use the glyphs of small letters. */
export function glyphOf(character: string): Glyph {
  if (character === ' ') return { columns: SPACE_COLUMNS, has: () => false }
  const rows = [...(GLYPHS[character.toLowerCase()] ?? UNKNOWN)].map((digit) => Number.parseInt(digit, 16))
  const used = rows.reduce((all, row) => all | row, 0)
  const columns = [1, 2, 4, 8].findIndex((point) => (used & point) !== 0)
  return { columns: 4 - columns, has: (row, column) => ((rows[row]! >> (3 - column)) & 1) === 1 }
}
