import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Writes results into the documentation, between <!-- mark --> and <!-- end --> of a file. */
export function tell(path: string, mark: string, text: string): void {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url))
  const before = readFileSync(file, 'utf8')
  const begin = `<!-- ${mark} -->\n`
  const at = before.indexOf(begin) + begin.length
  const end = before.indexOf('<!-- end -->', at)
  if (at < begin.length || end < 0) throw new Error(`${path} has no place for ${mark}`)
  writeFileSync(file, `${before.slice(0, at)}\n${text}\n\n${before.slice(end)}`)
}
