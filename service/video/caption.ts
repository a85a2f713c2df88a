import { GLYPH_ROWS, type Glyph, glyphOf } from './font.ts'

type Area = { columns: number; rows: number }
type Point = { row: number; column: number }

const GAP = 1
const widthOf = (text: string) => [...text].reduce((sum, each) => sum + glyphOf(each).columns + GAP, -GAP)
const heightOf = (lines: readonly string[]) => lines.length * (GLYPH_ROWS + GAP) - GAP

/** The points of a text centred in an area, in the largest letters that fit. */
export function pointsOf(text: string, area: Area): Point[] {
  const { lines, scale } = laidOut(text, area)
  const top = Math.floor((area.rows - heightOf(lines) * scale) / 2)
  return lines.flatMap((line, nth) => {
    const left = Math.floor((area.columns - widthOf(line) * scale) / 2)
    return pointsOfLine(line, { row: top + nth * (GLYPH_ROWS + GAP) * scale, column: left }, scale)
  })
}

function laidOut(text: string, { columns, rows }: Area): { lines: string[]; scale: number } {
  const words = text.split(/\s+/).filter((word) => word !== '')
  for (let scale = Math.floor(rows / GLYPH_ROWS); scale > 0; scale--) {
    const room = Math.floor(columns / scale)
    const lines = inLines(words, room)
    if (words.every((word) => widthOf(word) <= room) && heightOf(lines) * scale <= rows) return { lines, scale }
  }
  const most = Math.floor((rows + GAP) / (GLYPH_ROWS + GAP))
  return { lines: inLines(inPieces(words, columns), columns).slice(0, most), scale: 1 }
}

function inLines(words: readonly string[], room: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Prefers to break after a number. */
function inPieces(words: readonly string[], room: number): string[] {
  const parts = words.flatMap((word) => (widthOf(word) <= room ? [word] : word.split(/(?<=\d)(?=\p{L})/u)))
  return parts.flatMap((word) => {
    const pieces = ['']
    for (const each of word) {
      if (widthOf(pieces.at(-1) + each) > room) pieces.push('')
      pieces[pieces.length - 1] += each
    }
    return pieces.filter((piece) => piece !== '' && widthOf(piece) <= room)
  })
}

function pointsOfLine(line: string, { row, column }: Point, scale: number): Point[] {
  const points: Point[] = []
  let left = column
  for (const glyph of [...line].map(glyphOf)) {
    for (const point of pointsOfGlyph(glyph, scale)) points.push({ row: row + point.row, column: left + point.column })
    left += (glyph.columns + GAP) * scale
  }
  return points
}

function pointsOfGlyph({ columns, has }: Glyph, scale: number): Point[] {
  const points: Point[] = []
  for (let row = 0; row < GLYPH_ROWS * scale; row++)
    for (let column = 0; column < columns * scale; column++)
      if (has(Math.floor(row / scale), Math.floor(column / scale))) points.push({ row, column })
  return points
}
