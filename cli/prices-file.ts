import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Prices } from '../runner/settings/prices.ts'
import { readPrices } from '../runner/settings/read-prices.ts'
import { UsageError } from '../runner/settings/target.ts'

/** A price list in a file, or the list itself as JSON: so it stands in commands that gatecheck prints. */
export function pricesFrom(text: string): Prices {
  const isList = text.trimStart().startsWith('{')
  const where = isList ? '--prices' : `--prices ${text}`
  return readPrices(parsed(isList ? text : contentOf(text, where), where), where)
}

function contentOf(path: string, where: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new UsageError(
      `${where}: ${isMissing ? 'there is no such file' : `it cannot be read: ${(error as Error).message}`}`,
    )
  }
}

/** JSON is YAML, too. What reads it is loaded for whoever has prices: most commands have none. */
function parsed(content: string, where: string): unknown {
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml')
  try {
    return parse(content, { maxAliasCount: 100 })
  } catch (error) {
    throw new UsageError(`${where}: it is neither JSON nor YAML: ${(error as Error).message.split('\n')[0]}`)
  }
}
