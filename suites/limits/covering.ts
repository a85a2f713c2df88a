import { randomOf } from '../../engine/config/seed.ts'

/** One value for each parameter, by its number. */
export type Row = number[]

const TRIES = 30
const SEEDS = 4

/** No array can cover all pairs in fewer rows than the two largest parameters have pairs. */
export function fewestRows(sizes: readonly number[]): number {
  const [first = 1, second = 1] = [...sizes].sort((a, b) => b - a)
  return first * second
}

/** Rows that contain every pair of values of two parameters, beginning with these rows. */
export function coverPairs(sizes: readonly number[], first: readonly Row[] = []): Row[] {
  const arrays = Array.from({ length: SEEDS }, (_, seed) => grow(sizes, first, randomOf(seed, 'covering array')))
  return arrays.reduce((one, other) => (other.length < one.length ? other : one))
}

/** A value of a parameter, numbered across all parameters; a pair of cells is one number, too. */
type Cell = number
type Pair = number

class Cells {
  readonly parameters: readonly number[]
  readonly #first: readonly Cell[]

  constructor(sizes: readonly number[]) {
    this.parameters = sizes.flatMap((size, parameter) => Array.from({ length: size }, () => parameter))
    this.#first = sizes.map((_, parameter) => this.parameters.indexOf(parameter))
  }

  cellOf(parameter: number, value: number): Cell {
    return this.#first[parameter]! + value
  }

  valueOf(cell: Cell): number {
    return cell - this.#first[this.parameters[cell]!]!
  }

  pairOf(one: Cell, other: Cell): Pair {
    return Math.min(one, other) * this.parameters.length + Math.max(one, other)
  }

  pairsIn(cells: readonly Cell[]): Pair[] {
    return cells.flatMap((one, index) => cells.slice(index + 1).map((other) => this.pairOf(one, other)))
  }

  in(pair: Pair): [Cell, Cell] {
    const { length } = this.parameters
    return [Math.floor(pair / length), pair % length]
  }
}

function grow(sizes: readonly number[], first: readonly Row[], random: () => number): Row[] {
  const cells = new Cells(sizes)
  const all = cells.pairsIn([...cells.parameters.keys()])
  const ofTwo = all.filter((pair) => new Set(cells.in(pair).map((cell) => cells.parameters[cell])).size === 2)
  const missing = new Set(ofTwo)
  const rows: Row[] = []
  const take = (row: Row) => {
    rows.push(row)
    const taken = row.map((value, parameter) => cells.cellOf(parameter, value))
    for (const pair of cells.pairsIn(taken)) missing.delete(pair)
  }
  first.forEach(take)
  while (missing.size > 0) {
    const left = [...missing]
    const candidates = Array.from({ length: TRIES }, () =>
      candidate(sizes, cells, missing, left[Math.floor(random() * left.length)]!, random),
    )
    take(candidates.reduce((best, each) => (each.gain > best.gain ? each : best)).row)
  }
  return rows
}

/** Grown from a missing pair: each further parameter gets the value that adds most missing pairs. */
function candidate(
  sizes: readonly number[],
  cells: Cells,
  missing: ReadonlySet<Pair>,
  pair: Pair,
  random: () => number,
): { row: Row; gain: number } {
  const taken: Cell[] = cells.in(pair)
  const row: Row = sizes.map(() => -1)
  for (const cell of taken) row[cells.parameters[cell]!] = cells.valueOf(cell)
  let gain = 1
  const order = sizes.map((_, parameter) => parameter).sort(() => random() - 0.5)
  for (const parameter of order) {
    if (row[parameter] !== -1) continue
    let most = -1
    let best: number[] = []
    for (let value = 0; value < sizes[parameter]!; value++) {
      const cell = cells.cellOf(parameter, value)
      let gained = 0
      for (const other of taken) if (missing.has(cells.pairOf(cell, other))) gained++
      if (gained > most) best = []
      if (gained >= most) best.push(value)
      most = Math.max(most, gained)
    }
    const value = best[Math.floor(random() * best.length)]!
    row[parameter] = value
    taken.push(cells.cellOf(parameter, value))
    gain += most
  }
  return { row, gain }
}
