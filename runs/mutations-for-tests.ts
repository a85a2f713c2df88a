import fc from 'fast-check'

type Json = unknown

const DEEP: Json = JSON.parse('['.repeat(2000) + ']'.repeat(2000))

/** What may stand anywhere in a file that somebody else wrote. */
const ODD: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  2 ** 53,
  1e308,
  '',
  'x',
  '0',
  '__proto__',
  '../../etc',
  `a'b"$(id)\n;\`id\` \u001b[2J`,
  '\ud800',
  'x'.repeat(100_000),
  [],
  {},
  [[]],
  [null],
  { kind: 'x' },
  DEEP,
]

type Change = {
  where: number
  what: number
  how: 'replaced' | 'left out' | 'twice' | 'swapped' | 'cut' | 'line left out' | 'line twice'
}

const change: fc.Arbitrary<Change> = fc.record({
  where: fc.nat(),
  what: fc.nat(ODD.length - 1),
  how: fc.constantFrom<Change['how']>(
    ...(['replaced', 'replaced', 'replaced', 'replaced', 'left out', 'left out', 'twice', 'swapped', 'cut'] as const),
    ...(['line left out', 'line twice'] as const),
  ),
})

/** One to three things at once, in lines drawn by chance. */
export const changes = fc.array(fc.record({ line: fc.nat(), change }), { minLength: 1, maxLength: 3 })

/** Lines of JSON, or one document, as somebody might have written them who means no good. */
export function changed(lines: readonly string[], all: readonly { line: number; change: Change }[]): string[] {
  return all.reduce<string[]>((before, each) => changedOnce(before, each.line % before.length, each.change), [...lines])
}

function changedOnce(lines: string[], at: number, { where, what, how }: Change): string[] {
  const line = lines[at]!
  const next = (at + 1) % lines.length
  if (lines.length > 1 && how === 'swapped') return lines.with(at, lines[next]!).with(next, line)
  if (lines.length > 1 && how === 'line left out') return lines.toSpliced(at, 1)
  if (how === 'line twice') return lines.toSpliced(at, 0, line)
  if (how === 'cut') return lines.with(at, line.slice(0, where % (line.length + 1)))
  return lines.with(at, changedWithin(line, where, ODD[what], how))
}

function changedWithin(line: string, where: number, odd: Json, how: Change['how']): string {
  let value: Json
  try {
    value = JSON.parse(line)
  } catch {
    return line
  }
  const places = placesIn(value)
  if (places.length === 0) return JSON.stringify(odd)
  const { holder, key } = places[where % places.length]!
  if (how === 'left out') Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]
  else if (how === 'twice' && Array.isArray(holder)) holder.splice(Number(key), 0, holder[Number(key)])
  else holder[key] = where % 2 === 0 ? odd : alike(odd, holder[key])
  return JSON.stringify(value)
}

/** Of the type that belongs there, so that it gets past whoever looks at types alone. */
function alike(odd: Json, before: Json): Json {
  const kin = ODD.filter((each) => typeof each === typeof before && Array.isArray(each) === Array.isArray(before))
  return kin.length === 0 ? odd : kin[ODD.indexOf(odd) % kin.length]
}

// biome-ignore lint/suspicious/noExplicitAny: JSON that is changed in any place.
type Holder = any

/** Those that lie deep are as likely to be met as those above them: a list of hundreds counts little more than its first. */
function placesIn(value: Json, depth = 0): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null || depth > 8) return []
  const keys = Object.keys(value)
  const some = Array.isArray(value) ? keys.filter((_, index) => index < 3 || index === keys.length - 1) : keys
  return some.flatMap((key) => [{ holder: value, key }, ...placesIn((value as Record<string, Json>)[key], depth + 1)])
}
