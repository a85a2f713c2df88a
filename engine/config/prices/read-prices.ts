import { createRequire } from 'node:module'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { textGiven } from '../../writing/read-file.ts'
import { didYouMean } from '../nearest-names.ts'
import { UsageError } from '../target.ts'
import type { Kind } from '../values.ts'
import { withoutExponent } from './money.ts'
import schema from './prices.schema.json' with { type: 'json' }
import { kindWithoutPrice, type PriceList, type Prices, type Rate } from './prices.ts'

// Loaded on demand: most commands have no prices.
const require = createRequire(import.meta.url)

/** A price list: a file, or the list itself as JSON. */
export const prices = (takes: string): Kind<Prices, string | PriceList> => ({
  takes,
  schema: { type: ['string', 'object'] },
  show: (value) => JSON.stringify(value),
  textsOf: (value) => [JSON.stringify(value)],
  read(typed) {
    const isList = typed.trimStart().startsWith('{')
    const where = isList ? '--prices' : `--prices ${typed}`
    return readPrices(parsed(isList ? typed : textGiven(typed, where).replace(/^\ufeff/, ''), where), where)
  },
})

function parsed(content: string, where: string): unknown {
  const { parse } = require('yaml') as typeof import('yaml')
  try {
    return parse(content, { maxAliasCount: 100 })
  } catch (error) {
    throw new UsageError(`${where}: neither JSON nor YAML: ${(error as Error).message.split('\n')[0]}`)
  }
}

/** Validates a price list. `where`: its name in error messages. */
export function readPrices(value: unknown, where: string): Prices {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const fits = new Ajv2020({ unicodeRegExp: true, verbose: true, allErrors: true }).compile<PriceList>(schema)
  if (!fits(value)) {
    const unknown = fits.errors!.find(({ keyword }) => keyword === 'additionalProperties')
    throw new UsageError(`${where}: ${inWords(unknown ?? fits.errors!.at(-1)!)}`)
  }
  const rates = value.rates.map(rateOf)
  const missing = kindWithoutPrice(rates)
  if (missing)
    throw new UsageError(
      `${where}: rates: no rate applies to a job with ${missing.resolution}, ${missing.bitDepth} bits and ${missing.fps} fps. End the list with a rate without resolution, bitDepth and fpsUpTo, for all other jobs`,
    )
  return { unit: value.unit, ...(value.wholeSeconds && { wholeSeconds: true }), rates }
}

function rateOf({ resolution, perSecond, perJob, ...others }: PriceList['rates'][number]): Rate {
  return {
    ...(resolution !== undefined && { resolution: [resolution].flat() }),
    ...others,
    ...(perSecond !== undefined && { perSecond: amount(perSecond) }),
    ...(perJob !== undefined && { perJob: amount(perJob) }),
  }
}

const amount = (written: number | string) => (typeof written === 'number' ? withoutExponent(written) : written)

function inWords({ instancePath, keyword, params, parentSchema, data }: ErrorObject): string {
  const names = instancePath.split('/').slice(1)
  const { properties = {}, description } = parentSchema as { properties?: object; description?: string }
  if (keyword === 'additionalProperties') {
    const { additionalProperty: name } = params as { additionalProperty: string }
    const known = Object.keys(properties).filter((each) => each !== '$schema')
    return `${pathOf([...names, name.slice(0, 60)])}: unknown field.${didYouMean(name, known) || ` Fields: ${known.join(', ')}`}`
  }
  if (keyword === 'required') {
    const { missingProperty: name } = params as { missingProperty: keyof typeof properties }
    const { description } = properties[name] as { description: string }
    return `${pathOf([...names, name])}: missing. ${description}`
  }
  const expected = description ?? (schema.description as string)
  return `${names.length === 0 ? '' : `${pathOf(names)}: `}invalid value ${shown(data)}. ${expected}`
}

/** rates[0].perSecond */
const pathOf = (names: readonly string[]) =>
  names.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`)).join('')

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
