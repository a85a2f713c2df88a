import { isRecord, walk, waysInWords } from '../../history/reading/reading.ts'

const MOST_ALIASES = 10_000
const MOST_LISTS = 100
/** Levels inside an entry of a list, such as node or attributes. */
const MOST_INSIDE = 2
const LONGEST_ALIAS = 1000
/** Fields that name an alias, the likeliest first. */
const NAMES = ['alias', 'id', 'model', 'name', 'slug', 'model_id', 'value', 'key']

/** `form`: the place of the aliases in the body. */
export type AliasList = { form: string; aliases: string[] }

/** The ways to read a body as a list of aliases, the likeliest first. An accepted submission confirms one. */
export function aliasLists(body: unknown): AliasList[] {
  return listsIn(body)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_LISTS)
    .map(({ form, aliases }) => ({ form, aliases: aliases.slice(0, MOST_ALIASES) }))
}

/** The aliases of a form, including lists of the same name in parallel, such as one per family of models. */
export function aliasesOfForm(body: unknown, form: string): string[] {
  const lists = listsIn(body)
  const own = lists.find((each) => each.form === form)
  if (!own) return []
  const isBeside = ({ template, way }: Found) =>
    template === own.template && way.length > 2 && beside(way).join('\0') === beside(own.way).join('\0')
  return [...new Set([own, ...lists.filter(isBeside)].flatMap(({ aliases }) => aliases))]
}

const beside = (way: readonly string[]) => [...way.slice(0, -2), '', way.at(-1)]

/** `template`: the form with $ instead of the place. */
type Reading = { template: string; aliases: string[]; rank: number }
type Found = Reading & AliasList & { way: readonly string[] }

function listsIn(body: unknown): Found[] {
  const found: Found[] = []
  for (const { way, value } of walk(body, 4)) {
    if (way.some((name) => name.length > LONGEST_ALIAS)) continue
    for (const { template, aliases, rank } of readingsOf(value, way)) {
      const form = template.replace('$', () => waysInWords(way))
      if (aliases.length > 0) found.push({ template, form, aliases: [...new Set(aliases)], rank, way })
    }
  }
  return found
}

function readingsOf(value: unknown, way: readonly string[]): Iterable<Reading> {
  if (Array.isArray(value)) return readingsOfList(value, way)
  if (isRecord(value)) return readingsOfRecord(value, way)
  if (!isAlias(value) || !isListOfWords(value, way)) return []
  return [{ template: 'words in a text', aliases: value.split(/[\s,;]+/).filter(isAlias), rank: 15 }]
}

function* readingsOfList(list: unknown[], way: readonly string[]): Generator<Reading> {
  // A list inside a list describes one of its entries.
  const isNested = way.some((step) => /^\d+$/.test(step))
  yield { template: 'a list of words in $', aliases: list.filter(isAlias), rank: isNested ? 25 : 0 }
  for (const [column, aliases] of columnsOf(list)) {
    const where = column === 0 ? 'first' : `at place ${column + 1}`
    yield { template: `a list of lists in $, the alias ${where}`, aliases, rank: 18 + column / 10 }
  }
  const fields = Map.groupBy(
    list.filter(isRecord).flatMap((entry) => [...textsOf(entry)]),
    ([name]) => name,
  )
  for (const [name, texts] of fields) {
    const aliases = texts.map(([, text]) => text)
    yield { template: `a list of objects in $, the alias in ${name}`, aliases, rank: fieldRank(name) }
  }
}

function* readingsOfRecord(record: Record<string, unknown>, way: readonly string[]): Generator<Reading> {
  const keys = Object.keys(record).filter(isAlias)
  const values = Object.values(record).filter(isAlias)
  if (values.length === keys.length) yield { template: 'the values of the fields of $', aliases: values, rank: 26 }
  // Fields with another type of value are not aliases.
  const types = Map.groupBy(keys, (key) => typeOf(record[key]))
  for (const [type, aliases] of types) {
    const some = types.size > 1 ? ` that hold ${type}` : ''
    yield { template: `the names of the fields of $${some}`, aliases, rank: mapRank(record, way) }
  }
}

function columnsOf(list: unknown[]): Map<number, string[]> {
  const [first] = list
  if (!Array.isArray(first) || !list.every(Array.isArray)) return new Map()
  const columns = first.map((_, column): [number, string[]] => [column, list.map((row) => row[column]).filter(isAlias)])
  return new Map(columns)
}

/** The strings in an entry of a list, by field. */
function* textsOf(entry: Record<string, unknown>, inside: readonly string[] = []): Generator<[string, string]> {
  for (const [name, each] of Object.entries(entry)) {
    if (name.length > LONGEST_ALIAS) continue
    const way = [...inside, name]
    if (isAlias(each)) yield [way.join('.'), each]
    else if (isRecord(each) && inside.length < MOST_INSIDE) yield* textsOf(each, way)
  }
}

/** Known names first, then names inside objects, then others. */
function fieldRank(name: string): number {
  const known = NAMES.indexOf(name.slice(name.lastIndexOf('.') + 1))
  if (!name.includes('.')) return known < 0 ? 20 : known + 1
  return known < 0 ? 21 : NAMES.length + known / 10 + 1
}

/** An object of objects in a field named after models is most likely a map by alias. */
function mapRank(value: Record<string, unknown>, way: readonly string[]): number {
  const allRecords = Object.values(value).every(isRecord)
  const isNamed = isCalledModels(way)
  if (isNamed && allRecords) return 0
  return isNamed || allRecords ? 12 : 30
}

const isCalledModels = (way: readonly string[]) => /model|alias/i.test(way.at(-1) ?? '')

/** The whole body, or a text with several words in a field named after models. */
const isListOfWords = (text: string, way: readonly string[]) =>
  way.length === 0 || (isCalledModels(way) && /[\s,;]/.test(text))

function typeOf(value: unknown): string {
  if (value === null) return 'nothing'
  return Array.isArray(value) ? 'lists' : `${typeof value}s`
}

const isAlias = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_ALIAS
