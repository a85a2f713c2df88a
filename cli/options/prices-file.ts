import { createRequire } from 'node:module'
import type { Prices } from '../../engine/config/prices/prices.ts'
import { readPrices } from '../../engine/config/prices/read-prices.ts'
import { UsageError } from '../../engine/config/target.ts'
import { textGiven } from '../../engine/writing/read-file.ts'

/** A price list in a file, or the list itself as JSON: so it stands in commands that gatecheck prints. */
export function pricesFrom(text: string): Prices {
  const isList = text.trimStart().startsWith('{')
  const where = isList ? '--prices' : `--prices ${text}`
  return readPrices(parsed(isList ? text : textGiven(text, where).replace(/^\ufeff/, ''), where), where)
}

/** JSON is YAML, too. What reads it is loaded for whoever has prices: most commands have none. */
function parsed(content: string, where: string): unknown {
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml')
  try {
    return parse(content, { maxAliasCount: 100 })
  } catch (error) {
    throw new UsageError(`${where}: neither JSON nor YAML: ${(error as Error).message.split('\n')[0]}`)
  }
}
