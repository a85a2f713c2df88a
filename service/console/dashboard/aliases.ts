/** Fields of a list entry that may name the alias. */
const NAMING = ['alias', 'id', 'model', 'name', 'slug']
/** Names of wrappers around a list, which are not aliases. */
const WRAPPER = /^(data|result|response|models|items|list)$/i

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The aliases in a GET /models response of any shape: the specification leaves it open. */
export function aliasesIn(models: unknown): string[] {
  if (Array.isArray(models)) return models.flatMap((each) => aliasOf(each) ?? [])
  if (!isRecord(models)) return []
  const list = Object.values(models).find(Array.isArray)
  if (list) return aliasesIn(list)
  const records = Object.entries(models).filter(([, value]) => isRecord(value))
  const [name, wrapped] = records[0] ?? []
  return name !== undefined && WRAPPER.test(name) ? aliasesIn(wrapped) : records.map(([alias]) => alias)
}

function aliasOf(each: unknown): string | undefined {
  if (typeof each === 'string') return each
  if (!isRecord(each)) return undefined
  return NAMING.map((name) => each[name]).find((value) => typeof value === 'string')
}
