import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** All files that the entries import, including the entries. `resolve` turns an import into a file path. */
export function reachable(entries: readonly string[], resolve: (path: string) => string): Set<string> {
  const reached = new Set<string>()
  const left = [...entries]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file)) continue
    if (!existsSync(file)) throw new Error(`${file} is named somewhere, and is not there`)
    reached.add(file)
    for (const [, imported] of readFileSync(file, 'utf8').matchAll(IMPORT))
      left.push(resolve(normalize(join(dirname(file), imported!))))
  }
  return reached
}
