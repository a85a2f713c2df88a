import { isRecord, walk, waysInWords } from '../history/reading.ts'

export type AliasList = { form: string; aliases: string[] }

const NAMES = ['alias', 'id', 'model', 'name', 'slug', 'model_id', 'value', 'key']

/** The ways in which a body may be read as a list of aliases, the likeliest first. An accepted submission settles it. */
export function aliasLists(body: unknown): AliasList[] {
  return listsIn(body)
    .sort((a, b) => a.rank - b.rank)
    .map(({ form, aliases }) => ({ form, aliases }))
}

/** What the list of that form holds, and those beside it that are called the same, as where each family of models has one. */
export function aliasesOfForm(body: unknown, form: string): string[] {
  const lists = listsIn(body)
  const own = lists.find((each) => each.form === form)
  if (!own) return []
  const isBeside = ({ kind, way }: Found) =>
    kind === own.kind && way.length > 2 && beside(way).join('\0') === beside(own.way).join('\0')
  return [...new Set([own, ...lists.filter(isBeside)].flatMap(({ aliases }) => aliases))]
}

/** Without the name of the family. */
const beside = (way: readonly string[]) => [...way.slice(0, -2), '', way.at(-1)]

type Found = AliasList & { rank: number; way: readonly string[]; kind: string }

function listsIn(body: unknown): Found[] {
  const found: Found[] = []
  for (const { way, value } of walk(body, 4)) {
    const place = waysInWords(way)
    const add = (kind: string, form: string, aliases: string[], rank: number) =>
      found.push({ form, aliases: [...new Set(aliases)], rank, way, kind })
    if (Array.isArray(value)) {
      const words = value.filter(isAlias)
      // A list inside the entry of another list says something about that entry, and is no list of models.
      const nested = way.some((step) => /^\d+$/.test(step))
      if (words.length > 0) add('words', `a list of words in ${place}`, words, nested ? 25 : 0)
      const rows = value.filter(Array.isArray)
      for (const column of rows.length === value.length ? (rows[0]?.keys() ?? []) : []) {
        const aliases = rows.map((row) => row[column]).filter(isAlias)
        const form = `a list of lists in ${place}, the alias ${column === 0 ? 'first' : `at place ${column + 1}`}`
        if (aliases.length > 0) add(`column ${column}`, form, aliases, 18 + column / 10)
      }
      for (const name of fieldNames(value)) {
        const aliases = value
          .filter(isRecord)
          .map((each) => each[name])
          .filter(isAlias)
        if (aliases.length === 0) continue
        const known = NAMES.indexOf(name)
        const form = `a list of objects in ${place}, the alias in ${name}`
        add(`objects, ${name}`, form, aliases, known < 0 ? 20 : known + 1)
      }
    } else if (isAlias(value) && isListOfWords(value, way)) {
      add('text', 'words in a text', value.split(/[\s,;]+/).filter(isAlias), 15)
    } else if (isRecord(value)) {
      const keys = Object.keys(value).filter(isAlias)
      const values = Object.values(value).filter(isAlias)
      if (values.length > 0 && values.length === keys.length) {
        add('values', `the values of the fields of ${place}`, values, 26)
      }
      // What holds another sort of thing than an alias does stands beside the aliases, and is none.
      const sorts = Map.groupBy(keys, (key) => sortOf(value[key]))
      for (const [sort, aliases] of sorts) {
        const some = sorts.size > 1 ? ` that hold ${sort}` : ''
        add(`names${some}`, `the names of the fields of ${place}${some}`, aliases, mapRank(value, way))
      }
    }
  }
  return found
}

function sortOf(value: unknown): string {
  if (value === null) return 'nothing'
  return Array.isArray(value) ? 'lists' : `${typeof value}s`
}

/** The whole answer, or a text that is named after models and holds several words. */
function isListOfWords(text: string, way: readonly string[]): boolean {
  return way.length === 0 || (/model|alias/i.test(way.at(-1)!) && /[\s,;]/.test(text))
}

function isAlias(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200
}

function fieldNames(list: unknown[]): string[] {
  return [...new Set(list.filter(isRecord).flatMap((each) => Object.keys(each)))]
}

/** An object whose values are all objects, below a place that names models, reads like a map keyed by alias. */
function mapRank(value: Record<string, unknown>, way: readonly string[]): number {
  const allRecords = Object.values(value).every(isRecord)
  const named = /model|alias/i.test(way.at(-1) ?? '')
  if (named && allRecords) return 0
  if (named || allRecords) return 12
  return 30
}
