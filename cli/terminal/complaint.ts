import { keyless } from '../../engine/config/target.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { KEY_VARIABLES } from '../../engine/run/provision.ts'
import type { Environment } from '../io.ts'

/** Shorter ones are words that may stand anywhere. */
const LEAST = 8

/** What is said of something that was typed, which may be a key in the wrong place, or anything that a terminal obeys. */
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
