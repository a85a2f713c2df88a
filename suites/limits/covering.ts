import { randomOf } from '../../engine/config/seed.ts'

/** One value for each parameter, by its number. */
export type Row = number[]

/** No array can cover all pairs in fewer rows than the two largest parameters have pairs. */
export function fewestRows(sizes: readonly number[]): number {
  const [first = 1, second = 1] = [...sizes].sort((a, b) => b - a)
  return first * second
}

const TRIES = 30
const SEEDS = 12

/**
 * Rows in which every pair of values of two parameters stands together at least once. Greedy: each new row is the best
 * of several, each grown from a pair that is still missing.
 */
export function coverPairs(sizes: readonly number[], first: readonly Row[] = []): Row[] {
  const arrays = Array.from({ length: SEEDS }, (_, seed) => grow(sizes, first, randomOf(seed, 'covering array')))
  const fewest = Math.min(...arrays.map((rows) => rows.length))
  const shortest = arrays.filter((rows) => rows.length === fewest)
  return shortest.reduce((one, other) => (triplesIn(other) > triplesIn(one) ? other : one))
}

/**
 * Rows in which every value stands at least once, and beside it what is plain, where nothing else is missing. Of every
 * third parameter the plain values come last, and of the others first, so that they meet something else as well.
 */
export function coverValues(sizes: readonly number[], first: readonly Row[], plain: Row): Row[] {
  const missing = sizes.map((size, parameter) => {
    const used = new Set(first.map((row) => row[parameter]))
    return Array.from({ length: size }, (_, value) => value).filter((value) => !used.has(value))
  })
  const needed = Math.max(0, ...missing.map((values) => values.length))
  const more = Array.from(
    { length: needed },
    (_, index): Row =>
      missing.map((values, parameter) => {
        const from = parameter % 3 === 0 ? 0 : needed - values.length
        return values[index - from] ?? plain[parameter]!
      }),
  )
  return [...first.map((row) => [...row]), ...more]
}

/** Of arrays of equal length, the one that holds more triples finds more. */
function triplesIn(rows: readonly Row[]): number {
  const seen = new Set<number>()
  const cell = (row: Row, at: number) => at * MOST_VALUES + row[at]!
  for (const row of rows)
    for (let a = 0; a < row.length; a++)
      for (let b = a + 1; b < row.length; b++) {
        const pair = cell(row, a) * MOST_CELLS + cell(row, b)
        for (let c = b + 1; c < row.length; c++) seen.add(pair * MOST_CELLS + cell(row, c))
      }
  return seen.size
}

/** More than any parameter has. */
const MOST_VALUES = 256
const MOST_CELLS = 2 ** 16

type Pair = readonly [one: number, value: number, other: number, value: number]

/** The pairs that no row holds yet, in their order. */
class Missing {
  left: Pair[] = []
  readonly #isIn: Uint8Array
  readonly #first: number[]
  readonly #cells: number

  constructor(sizes: readonly number[]) {
    this.#first = sizes.map((_, parameter) => sizes.slice(0, parameter).reduce((sum, size) => sum + size, 0))
    this.#cells = sizes.reduce((sum, size) => sum + size, 0)
    this.#isIn = new Uint8Array(this.#cells ** 2)
    for (let a = 0; a < sizes.length; a++)
      for (let b = a + 1; b < sizes.length; b++)
        for (let x = 0; x < sizes[a]!; x++) for (let y = 0; y < sizes[b]!; y++) this.left.push([a, x, b, y])
    for (const pair of this.left) this.#isIn[this.#at(...pair)] = 1
  }

  has(one: number, value: number, other: number, otherValue: number): boolean {
    const at = one < other ? this.#at(one, value, other, otherValue) : this.#at(other, otherValue, one, value)
    return this.#isIn[at] === 1
  }

  /** How many of them a row holds. */
  gainOf(row: Row): number {
    let gain = 0
    for (let a = 0; a < row.length; a++)
      for (let b = a + 1; b < row.length; b++) if (this.has(a, row[a]!, b, row[b]!)) gain++
    return gain
  }

  take(row: Row): void {
    for (let a = 0; a < row.length; a++)
      for (let b = a + 1; b < row.length; b++) this.#isIn[this.#at(a, row[a]!, b, row[b]!)] = 0
    this.left = this.left.filter((pair) => this.has(...pair))
  }

  #at(one: number, value: number, other: number, otherValue: number): number {
    return (this.#first[one]! + value) * this.#cells + this.#first[other]! + otherValue
  }
}

function grow(sizes: readonly number[], first: readonly Row[], random: () => number): Row[] {
  const missing = new Missing(sizes)
  const rows: Row[] = []
  const take = (row: Row) => {
    rows.push(row)
    missing.take(row)
  }
  first.forEach(take)
  while (missing.left.length > 0) {
    let best: { row: Row; gain: number } | undefined
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const row = candidate(sizes, missing, random)
      const gain = missing.gainOf(row)
      if (!best || gain > best.gain) best = { row, gain }
    }
    take(best!.row)
  }
  return rows
}

function candidate(sizes: readonly number[], missing: Missing, random: () => number): Row {
  const row: (number | undefined)[] = sizes.map(() => undefined)
  const [one, value, other, otherValue] = missing.left[Math.floor(random() * missing.left.length)]!
  row[one] = value
  row[other] = otherValue
  const order = sizes.map((_, parameter) => parameter).sort(() => random() - 0.5)
  for (const parameter of order) {
    if (row[parameter] !== undefined) continue
    let most = -1
    let best: number[] = []
    for (let value = 0; value < sizes[parameter]!; value++) {
      const gain = gainOf(row, parameter, value, missing)
      if (gain > most) best = []
      if (gain >= most) best.push(value)
      most = Math.max(most, gain)
    }
    row[parameter] = best[Math.floor(random() * best.length)]!
  }
  return row as Row
}

function gainOf(row: readonly (number | undefined)[], parameter: number, value: number, missing: Missing): number {
  let gain = 0
  for (let at = 0; at < row.length; at++) {
    const other = row[at]
    if (other !== undefined && at !== parameter && missing.has(at, other, parameter, value)) gain++
  }
  return gain
}
