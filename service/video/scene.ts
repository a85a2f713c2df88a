import { createHash } from 'node:crypto'
import { pointsOf } from './caption.ts'
import type { Film } from './film.ts'
import type { Colour, FlatPicture } from './h264/flat-picture.ts'
import { inMacroblocks } from './h264/levels.ts'

/**
 * The content of a film, one colour per macroblock: a caption on a field, bars below, and rows under them that fill
 * with the bars' colours from left to right as progress. The colours depend on the name.
 */
export type Scene = FlatPicture & { fillingRows: readonly number[] }

const BARS = 8
const FIELD = 0
const LETTERS = 1
const DARK = 2
const FIRST_BAR = 3

export function sceneOf({ width, height, name, caption }: Film): Scene {
  const { columns, rows } = inMacroblocks({ width, height })
  const cells = new Uint8Array(columns * rows).fill(FIELD)
  const band = bandOf(rows)
  for (let row = band.top; row < band.end; row++)
    for (let column = 0; column < columns; column++)
      cells[row * columns + column] = band.filling.includes(row)
        ? DARK
        : FIRST_BAR + Math.floor((column * BARS) / columns)
  for (const { row, column } of pointsOf(caption, { columns, rows: band.top })) cells[row * columns + column] = LETTERS
  return { columns, rows, cells, palette: paletteOf(name), fillingRows: band.filling }
}

/** One row above the lower edge, since the last row is often cropped. */
function bandOf(rows: number): { top: number; end: number; filling: number[] } {
  const solid = Math.max(1, Math.round(rows / 12))
  const stripes = rows > 1 ? Math.max(1, Math.round(rows / 30)) : 0
  const end = rows > 8 ? rows - 1 : rows
  const top = Math.max(0, end - solid - Math.max(0, stripes * 2 - 1))
  return { top, end, filling: Array.from({ length: stripes }, (_, nth) => end - 1 - 2 * nth).toReversed() }
}

function paletteOf(name: string): Colour[] {
  const chance = createHash('sha256').update(name).digest()
  const bars = Array.from({ length: BARS }, (_, nth) => tinted(96 + (chance[nth]! % 8) * 16, chance[nth + BARS]!))
  return [tinted(64, chance[2 * BARS]!), tinted(232, 0, 0), tinted(24, 0, 0), ...bars]
}

/** A colour at the given hue and saturation, in steps of chroma. */
function tinted(y: number, hue: number, steps = 12): Colour {
  const angle = (hue / 256) * 2 * Math.PI
  return { y, cb: 128 + 4 * Math.round(steps * Math.cos(angle)), cr: 128 + 4 * Math.round(steps * Math.sin(angle)) }
}

/** The picture with the given number of filled columns. */
export function pictureOf(scene: Scene, filled: number): FlatPicture {
  const cells = scene.cells.slice()
  for (const at of cellsThatFill(scene, 0, filled)) cells[at] = cells[at - scene.columns]!
  return { ...scene, cells }
}

/** The cells to fill as the number of filled columns grows, row by row. */
export function cellsThatFill({ columns, fillingRows }: Scene, from: number, to: number): number[] {
  return fillingRows.flatMap((row) => Array.from({ length: to - from }, (_, nth) => row * columns + from + nth))
}
