import { EXIT, type ExitCode } from '../../engine/config/exit-codes.ts'
import { keyless, UsageError } from '../../engine/config/target.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { LimitReached } from '../../engine/judge/observed/limits.ts'
import { KEY_VARIABLES } from '../../engine/run/provision.ts'
import type { Environment } from '../io.ts'

/** Shorter values may be ordinary words. */
const LEAST = 8

/** Makes a message safe that quotes user input, which may be a misplaced key or contain control characters. */
export function complaint(text: string, environment: Environment): string {
  let told = text
  for (const variable of Object.values(KEY_VARIABLES)) {
    const key = environment[variable]?.trim() ?? ''
    if (key.length >= LEAST) told = told.replaceAll(key, `$${variable}`)
  }
  return keyless(told)
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}

/** One line with the problem and its solution, and the exit code. */
export function explained(error: unknown): { said: string; exit: ExitCode } {
  if (error instanceof UsageError) return { said: inOneLine(error.message), exit: EXIT.usage }
  if (error instanceof LimitReached) return { said: inOneLine(error.message), exit: EXIT.noVerdict }
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { said: `Internal error; please report it:\n${told}`, exit: EXIT.suiteFault }
}

/** No full stop after text that can be typed. */
function inOneLine(text: string): string {
  const line = text.replaceAll('\n', ' ')
  return /[.?!…]$|[/\\=]\S*$|npx gatecheck [^".]*$/.test(line) ? line : `${line}.`
}
