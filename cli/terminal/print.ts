import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { printable } from '../../engine/history/reading/words.ts'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import { damageInWords } from '../../reporters/recorded/damage.ts'
import type { Written } from '../../reporters/write.ts'
import type { Io } from '../io.ts'

export const isOnGithub = ({ env }: Io) => env.GITHUB_ACTIONS === 'true'

/** Prints to stdout. GitHub Actions takes commands from the output, and text of the server may contain some. */
export function print(io: Io, text: string): void {
  const word = randomUUID()
  io.stdout.write(isOnGithub(io) ? `::stop-commands::${word}\n${text}::${word}::\n` : text)
}

export function screenOf(io: Io, name: 'stdout' | 'stderr' = 'stdout') {
  const { env } = io
  const { isTTY, columns = 100 } = io[name]
  const interactive = isTTY === true && env.TERM !== 'dumb'
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0'
  return { interactive, color: !env.NO_COLOR && (interactive || forced), width: Math.max(60, Math.min(columns, 140)) }
}

/** A report that could not be written does not change the verdict; without report.json, `run` exits 2. */
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

/** Reports unreadable parts of a recorded run. */
export function tellDamage(io: Io, dir: string, damage: Parameters<typeof damageInWords>[1]): void {
  for (const each of damageInWords(join(dir, HISTORY_FILE), damage)) io.stderr.write(`${printable(each)}\n`)
}
