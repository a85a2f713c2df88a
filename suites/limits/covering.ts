import { randomOf } from '../../runner/settings/seed.ts'

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

/** Rows in which every value stands at least once. */
export function coverValues(sizes: readonly number[], first: readonly Row[] = []): Row[] {
  const rows = first.map((row) => [...row])
  const most = Math.max(rows.length, ...sizes.map((size, parameter) => size + usedTwice(rows, parameter)))
  const missing = sizes.map((size, parameter) => {
    const used = new Set(rows.map((row) => row[parameter]))
    return Array.from({ length: size }, (_, value) => value).filter((value) => !used.has(value))
  })
  const needed = Math.max(0, ...missing.map((values) => values.length))
  for (let index = 0; index < needed && rows.length <= most; index++) {
    rows.push(sizes.map((size, parameter) => missing[parameter]![index] ?? (index + parameter) % size))
  }
  return rows
}

function usedTwice(rows: readonly Row[], parameter: number): number {
  return rows.length - new Set(rows.map((row) => row[parameter])).size
}

/** Of arrays of equal length, the one that holds more triples finds more. */
function triplesIn(rows: readonly Row[]): number {
  const seen = new Set<string>()
  for (const row of rows)
    for (const pair of pairsOf(row)) for (const [at, value] of row.entries()) seen.add(`${pair} ${at}.${value}`)
  return seen.size
}

export function pairsOf(row: readonly number[]): string[] {
  return row.flatMap((value, a) => row.slice(a + 1).map((other, index) => `${a}.${value} ${a + 1 + index}.${other}`))
}

function allPairs(sizes: readonly number[]): Set<string> {
  const pairs = new Set<string>()
  for (let a = 0; a < sizes.length; a++)
    for (let b = a + 1; b < sizes.length; b++)
      for (let x = 0; x < sizes[a]!; x++) for (let y = 0; y < sizes[b]!; y++) pairs.add(`${a}.${x} ${b}.${y}`)
  return pairs
}

function grow(sizes: readonly number[], first: readonly Row[], random: () => number): Row[] {
  const missing = allPairs(sizes)
  const rows: Row[] = []
  const take = (row: Row) => {
    rows.push(row)
    for (const pair of pairsOf(row)) missing.delete(pair)
  }
  first.forEach(take)
  while (missing.size > 0) {
    let best: { row: Row; gain: number } | undefined
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const row = candidate(sizes, missing, random)
      const gain = pairsOf(row).filter((pair) => missing.has(pair)).length
      if (!best || gain > best.gain) best = { row, gain }
    }
    take(best!.row)
  }
  return rows
}

function candidate(sizes: readonly number[], missing: ReadonlySet<string>, random: () => number): Row {
  const row: (number | undefined)[] = sizes.map(() => undefined)
  const left = [...missing]
  const [one, other] = left[Math.floor(random() * left.length)]!.split(' ')
  for (const cell of [one!, other!]) {
    const [parameter, value] = cell.split('.').map(Number)
    row[parameter!] = value!
  }
  const order = sizes.map((_, parameter) => parameter).sort(() => random() - 0.5)
  for (const parameter of order) {
    if (row[parameter] !== undefined) continue
    const gains = Array.from({ length: sizes[parameter]! }, (_, value) => gainOf(row, parameter, value, missing))
    const most = Math.max(...gains)
    const best = gains.flatMap((gain, value) => (gain === most ? [value] : []))
    row[parameter] = best[Math.floor(random() * best.length)]!
  }
  return row as Row
}

function gainOf(
  row: readonly (number | undefined)[],
  parameter: number,
  value: number,
  missing: ReadonlySet<string>,
): number {
  return row.filter((other, at) => {
    if (other === undefined || at === parameter) return false
    return missing.has(at < parameter ? `${at}.${other} ${parameter}.${value}` : `${parameter}.${value} ${at}.${other}`)
  }).length
}
