import { isRecord, walk, waysInWords } from '../history/reading.ts'

export type AliasList = { form: string; aliases: string[] }

const NAMES = ['alias', 'id', 'model', 'name', 'slug', 'model_id', 'value', 'key']

/** The ways in which a body may be read as a list of aliases, the likeliest first. An accepted submission settles it. */
export function aliasLists(body: unknown): AliasList[] {
  const found: (AliasList & { rank: number })[] = []
  for (const { way, value } of walk(body, 4)) {
    const place = waysInWords(way)
    if (Array.isArray(value)) {
      const words = value.filter(isAlias)
      // A list inside the entry of another list says something about that entry, and is no list of models.
      const nested = way.some((step) => /^\d+$/.test(step))
      if (words.length > 0) found.push({ form: `a list of words in ${place}`, aliases: words, rank: nested ? 25 : 0 })
      const rows = value.filter(Array.isArray)
      for (const column of rows.length === value.length ? (rows[0]?.keys() ?? []) : []) {
        const aliases = rows.map((row) => row[column]).filter(isAlias)
        const form = `a list of lists in ${place}, the alias ${column === 0 ? 'first' : `at place ${column + 1}`}`
        if (aliases.length > 0) found.push({ form, aliases, rank: 18 + column / 10 })
      }
      for (const name of fieldNames(value)) {
        const aliases = value
          .filter(isRecord)
          .map((each) => each[name])
          .filter(isAlias)
        if (aliases.length === 0) continue
        const known = NAMES.indexOf(name)
        found.push({
          form: `a list of objects in ${place}, the alias in ${name}`,
          aliases,
          rank: known < 0 ? 20 : known + 1,
        })
      }
    } else if (isAlias(value) && isListOfWords(value, way)) {
      found.push({ form: 'words in a text', aliases: value.split(/[\s,;]+/).filter(isAlias), rank: 15 })
    } else if (isRecord(value)) {
      const keys = Object.keys(value).filter(isAlias)
      const values = Object.values(value).filter(isAlias)
      if (values.length > 0 && values.length === keys.length) {
        found.push({ form: `the values of the fields of ${place}`, aliases: values, rank: 26 })
      }
      // What holds another sort of thing than an alias does stands beside the aliases, and is none.
      const sorts = Map.groupBy(keys, (key) => sortOf(value[key]))
      for (const [sort, aliases] of sorts) {
        const some = sorts.size > 1 ? ` that hold ${sort}` : ''
        found.push({ form: `the names of the fields of ${place}${some}`, aliases, rank: mapRank(value, way) })
      }
    }
  }
  return found
    .map((each) => ({ ...each, aliases: [...new Set(each.aliases)] }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ rank: _, ...each }) => each)
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
