import { createRequire } from 'node:module'

let loaded: typeof import('undici') | undefined

/** Loaded on first use: commands that send nothing start without it. */
export function undici(): typeof import('undici') {
  loaded ??= createRequire(import.meta.url)('undici') as typeof import('undici')
  return loaded
}
