import { randomOf } from '../../engine/config/seed.ts'

/** One value for each parameter, by its number. */
export type Row = number[]

const TRIES = 30
const SEEDS = 12

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

type Cell = readonly [parameter: number, value: number]
type Pairs = Map<string, readonly [Cell, Cell]>

const nameOf = (one: Cell, other: Cell) => [one, other].sort(([a], [b]) => a - b).join()

const pairsOf = (cells: readonly Cell[]) =>
  cells.flatMap((one, index) => cells.slice(index + 1).map((other) => [one, other] as const))

function grow(sizes: readonly number[], first: readonly Row[], random: () => number): Row[] {
  const cells = sizes.flatMap((size, parameter) => Array.from({ length: size }, (_, value): Cell => [parameter, value]))
  const different = pairsOf(cells).filter(([[one], [other]]) => one !== other)
  const missing: Pairs = new Map(different.map((pair) => [nameOf(...pair), pair]))
  const rows: Row[] = []
  const take = (row: Row) => {
    rows.push(row)
    for (const pair of pairsOf([...row.entries()])) missing.delete(nameOf(...pair))
  }
  first.forEach(take)
  while (missing.size > 0) {
    const candidates = Array.from({ length: TRIES }, () => candidate(sizes, missing, random))
    take(candidates.reduce((best, each) => (each.gain > best.gain ? each : best)).row)
  }
  return rows
}

/** Grown from a missing pair: each further parameter gets the value that adds most missing pairs. */
function candidate(sizes: readonly number[], missing: Pairs, random: () => number): { row: Row; gain: number } {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!
  const cells: Cell[] = [...pick([...missing.values()])]
  let gain = 1
  const others = sizes.map((_, parameter) => parameter).sort(() => random() - 0.5)
  for (const parameter of others.filter((each) => cells.every(([known]) => known !== each))) {
    const choices = Array.from({ length: sizes[parameter]! }, (_, value): Cell => [parameter, value])
    const gains = choices.map((cell) => cells.filter((each) => missing.has(nameOf(each, cell))).length)
    const most = Math.max(...gains)
    cells.push(pick(choices.filter((_, value) => gains[value] === most)))
    gain += most
  }
  return { row: cells.toSorted(([a], [b]) => a - b).map(([, value]) => value), gain }
}
