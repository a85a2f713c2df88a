import { isRecord, walk, waysInWords } from '../../history/reading/reading.ts'

const MOST_ALIASES = 10_000
const MOST_LISTS = 100

export type AliasList = { form: string; aliases: string[] }

const NAMES = ['alias', 'id', 'model', 'name', 'slug', 'model_id', 'value', 'key']

/** Longer texts are no aliases. */
const LONGEST = 1000

/** How a body may be read as a list of aliases, the likeliest first. An accepted submission confirms one. */
export function aliasLists(body: unknown): AliasList[] {
  return listsIn(body)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_LISTS)
    .map(({ form, aliases }) => ({ form, aliases: aliases.slice(0, MOST_ALIASES) }))
}

/** The aliases in the list of this form, and in lists of the same name beside it, such as one per family of models. */
export function aliasesOfForm(body: unknown, form: string): string[] {
  const lists = listsIn(body)
  const own = lists.find((each) => each.form === form)
  if (!own) return []
  const isBeside = ({ kind, way }: Found) =>
    kind === own.kind && way.length > 2 && beside(way).join('\0') === beside(own.way).join('\0')
  return [...new Set([own, ...lists.filter(isBeside)].flatMap(({ aliases }) => aliases))]
}

const beside = (way: readonly string[]) => [...way.slice(0, -2), '', way.at(-1)]

type Found = AliasList & { rank: number; way: readonly string[]; kind: string }

function listsIn(body: unknown): Found[] {
  const found: Found[] = []
  for (const { way, value } of walk(body, 4)) {
    if (way.some((name) => name.length > LONGEST)) continue
    const add = ({ kind, form, aliases, rank }: Way) => {
      if (aliases.length > 0)
        found.push({ form: form(waysInWords(way)), aliases: [...new Set(aliases)], rank, way, kind })
    }
    if (Array.isArray(value)) for (const each of waysOfAList(value, way)) add(each)
    else if (isAlias(value) && isListOfWords(value, way)) {
      add({ kind: 'text', form: () => 'words in a text', aliases: value.split(/[\s,;]+/).filter(isAlias), rank: 15 })
    } else if (isRecord(value)) for (const each of waysOfARecord(value, way)) add(each)
  }
  return found
}

type Way = { kind: string; form(place: string): string; aliases: string[]; rank: number }

function* waysOfAList(list: unknown[], way: readonly string[]): Generator<Way> {
  // A list inside another list describes an entry of it.
  const nested = way.some((step) => /^\d+$/.test(step))
  const words = list.filter(isAlias)
  yield { kind: 'words', form: (place) => `a list of words in ${place}`, aliases: words, rank: nested ? 25 : 0 }
  for (const [column, aliases] of columnsOf(list)) {
    const where = column === 0 ? 'first' : `at place ${column + 1}`
    const form = (place: string) => `a list of lists in ${place}, the alias ${where}`
    yield { kind: `column ${column}`, form, aliases, rank: 18 + column / 10 }
  }
  for (const [name, aliases] of fieldsOf(list)) {
    const form = (place: string) => `a list of objects in ${place}, the alias in ${name}`
    yield { kind: `objects, ${name}`, form, aliases, rank: fieldRank(name) }
  }
}

function* waysOfARecord(record: Record<string, unknown>, way: readonly string[]): Generator<Way> {
  const keys = Object.keys(record).filter(isAlias)
  const values = Object.values(record).filter(isAlias)
  if (values.length === keys.length) {
    yield { kind: 'values', form: (place) => `the values of the fields of ${place}`, aliases: values, rank: 26 }
  }
  // Fields with another type of value stand beside the aliases.
  const sorts = Map.groupBy(keys, (key) => sortOf(record[key]))
  for (const [sort, aliases] of sorts) {
    const some = sorts.size > 1 ? ` that hold ${sort}` : ''
    const form = (place: string) => `the names of the fields of ${place}${some}`
    yield { kind: `names${some}`, form, aliases, rank: mapRank(record, way) }
  }
}

/** The columns of a list of lists. */
function columnsOf(list: unknown[]): Map<number, string[]> {
  const columns = new Map<number, string[]>()
  const [first] = list
  if (!Array.isArray(first) || !list.every(Array.isArray)) return columns
  for (const row of list)
    for (const [column, each] of row.slice(0, first.length).entries()) if (isAlias(each)) addTo(columns, column, each)
  return columns
}

/** The strings in the entries of a list, by field. */
function fieldsOf(list: unknown[]): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const entry of list.filter(isRecord)) for (const [name, each] of textsOf(entry)) addTo(fields, name, each)
  return fields
}

/** An entry may have its model in an inner object, such as node or attributes. */
const MOST_INSIDE = 2

function* textsOf(entry: Record<string, unknown>, inside: readonly string[] = []): Generator<[string, string]> {
  for (const [name, each] of Object.entries(entry)) {
    if (name.length > LONGEST) continue
    const way = [...inside, name]
    if (isAlias(each)) yield [way.join('.'), each]
    else if (isRecord(each) && inside.length < MOST_INSIDE) yield* textsOf(each, way)
  }
}

/** Known names first, then names inside of objects, then others. */
function fieldRank(name: string): number {
  const known = NAMES.indexOf(name.slice(name.lastIndexOf('.') + 1))
  if (!name.includes('.')) return known < 0 ? 20 : known + 1
  return known < 0 ? 21 : NAMES.length + known / 10 + 1
}

function addTo<Name>(lists: Map<Name, string[]>, name: Name, each: string): void {
  const known = lists.get(name)
  if (known) known.push(each)
  else lists.set(name, [each])
}

function sortOf(value: unknown): string {
  if (value === null) return 'nothing'
  return Array.isArray(value) ? 'lists' : `${typeof value}s`
}

/** The whole body, or a text with several words in a field named after models. */
function isListOfWords(text: string, way: readonly string[]): boolean {
  return way.length === 0 || (/model|alias/i.test(way.at(-1)!) && /[\s,;]/.test(text))
}

function isAlias(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST
}

/** An object of objects in a field named after models is most likely a map by alias. */
function mapRank(value: Record<string, unknown>, way: readonly string[]): number {
  const allRecords = Object.values(value).every(isRecord)
  const named = /model|alias/i.test(way.at(-1) ?? '')
  if (named && allRecords) return 0
  if (named || allRecords) return 12
  return 30
}
