export const MACROBLOCK = 16

/** level_idc, macroblocks per second, macroblocks per picture (table A-1). Bit rates are always low enough. */
const LEVELS = [
  [10, 1485, 99],
  [11, 3000, 396],
  [12, 6000, 396],
  [13, 11_880, 396],
  [21, 19_800, 792],
  [22, 20_250, 1620],
  [30, 40_500, 1620],
  [31, 108_000, 3600],
  [32, 216_000, 5120],
  [40, 245_760, 8192],
  [42, 522_240, 8704],
  [50, 589_824, 22_080],
  [51, 983_040, 36_864],
  [52, 2_073_600, 36_864],
  [60, 4_177_920, 139_264],
  [61, 8_355_840, 139_264],
  [62, 16_711_680, 139_264],
] as const
const MOST_MACROBLOCKS = 139_264

/** The longest side of any level (§A.3.1 f and g), in pixels. */
export const LONGEST_SIDE = Math.floor(Math.sqrt(MOST_MACROBLOCKS * 8)) * MACROBLOCK

type Size = { width: number; height: number }

export function inMacroblocks({ width, height }: Size): { columns: number; rows: number } {
  return { columns: Math.ceil(width / MACROBLOCK), rows: Math.ceil(height / MACROBLOCK) }
}

/** The lowest level that fits; undefined if none does. */
export function levelFor(size: Size, fps: number): number | undefined {
  const { columns, rows } = inMacroblocks(size)
  const area = columns * rows
  const fits = ([, rate, most]: (typeof LEVELS)[number]) =>
    area <= most && area * fps <= rate && Math.max(columns, rows) ** 2 <= most * 8
  return LEVELS.find(fits)?.[0]
}
