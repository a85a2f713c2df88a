import { printable } from '../../engine/history/reading/words.ts'
import type { Written } from '../../reporters/write.ts'
import type { Io } from '../io.ts'

/** A report that could not be written does not change the verdict. */
export function tellFailures(io: Io, { failed }: Written): void {
  for (const { path, why } of failed)
    io.stderr.write(`gatecheck: ${printable(path)} could not be written: ${printable(why)}\n`)
}

/** Paths of the reports for the line that lists them. It says so if `--report` replaced the default page. */
export function shownPaths({ paths }: Written, names: readonly string[] | undefined): string[] {
  const hasPage = names === undefined || names.some((name) => name === 'html' || name.startsWith('html='))
  if (hasPage || paths.length === 0) return paths
  return [...paths.slice(0, -1), `${paths.at(-1)} (--report replaces the default: html)`]
}
