export type Place = { pointer: string; value: string }

/** Every text and number of a JSON value, with its JSON pointer. */
export function placesIn(value: unknown, pointer = ''): Place[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ pointer, value: String(value) }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => placesIn(inner, `${pointer}/${escaped(key)}`))
}

export function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[unescaped(key)], value)
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~')
