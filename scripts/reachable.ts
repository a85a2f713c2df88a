import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Imports of every kind, and files that are opened or started beside the one that names them. */
const NAMED =
  /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]|new URL\(\s*['"]([\w./-]+)['"]\s*,\s*import\.meta\.url/g

type Ways = { resolve?: (path: string) => string; leaveOut?: (path: string) => boolean }

/** All that is reached from some files, themselves included. */
export function reachable(
  entries: readonly string[],
  { resolve = (path) => path, leaveOut = () => false }: Ways = {},
): Set<string> {
  const reached = new Set<string>()
  const left = [...entries]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file) || leaveOut(file)) continue
    if (!existsSync(file)) throw new Error(`${file} is named somewhere, and is not there`)
    reached.add(file)
    if (!/\.[jt]s$/.test(file)) continue
    for (const [, imported, opened] of readFileSync(file, 'utf8').matchAll(NAMED))
      left.push(resolve(normalize(join(dirname(file), (imported ?? opened)!))))
  }
  return reached
}
