import { BIT_DEPTHS, FIELDS, RESOLUTIONS } from '../../../spec/words.ts'
import { BOUNDS } from '../bounds/bounds.ts'
import { didYouMean } from '../nearest-names.ts'
import { UsageError } from '../target.ts'
import { AMOUNT, withoutExponent } from './money.ts'
import { kindWithoutPrice, type Prices, type Rate } from './prices.ts'

/** As it stands behind an amount. */
const UNIT = /^[\p{L}\p{Sc}]([\p{L}\p{Sc} ]{0,18}[\p{L}\p{Sc}])?$/u

type Fields = Record<string, unknown>

/** A price list that somebody wrote, checked field by field. `where`: what to call it in a message. */
export function readPrices(value: unknown, where: string): Prices {
  const reading: Reading = new Reading(where)
  const {
    $schema: _,
    unit,
    wholeSeconds,
    rates,
  } = reading.fields(value, '', ['$schema', 'unit', 'wholeSeconds', 'rates'])
  if (typeof unit !== 'string' || !UNIT.test(unit)) reading.refuse('unit', 'a unit such as "credits" or "EUR"', unit)
  if (wholeSeconds !== undefined && typeof wholeSeconds !== 'boolean')
    reading.refuse('wholeSeconds', 'true or false', wholeSeconds)
  if (!Array.isArray(rates) || rates.length === 0 || rates.length > BOUNDS.rates.most)
    reading.refuse('rates', `a list of 1 to ${BOUNDS.rates.most} rates`, rates)
  const read = rates.map((rate, index) => reading.rate(rate, `rates[${index}]`))
  const missing = kindWithoutPrice(read)
  if (missing)
    throw new UsageError(
      `${where}: rates: no rate applies to a job with ${missing.resolution}, ${missing.bitDepth} bits and ${missing.fps} fps. End the list with a rate without resolution, bitDepth and fpsUpTo, for all other jobs`,
    )
  return { unit, ...(wholeSeconds === true && { wholeSeconds }), rates: read }
}

class Reading {
  readonly #where: string

  constructor(where: string) {
    this.#where = where
  }

  fields(value: unknown, path: string, known: readonly string[]): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      this.refuse(path, path === '' ? 'an object with unit and rates' : 'an object', value)
    for (const name of Object.keys(value))
      if (!known.includes(name))
        throw new UsageError(
          `${this.#where}: ${path === '' ? '' : `${path}.`}${name.slice(0, 60)}: unknown field.${didYouMean(name, known) || ` There are ${known.filter((each) => each !== '$schema').join(', ')}`}`,
        )
    return value as Fields
  }

  rate(value: unknown, path: string): Rate {
    const names = ['resolution', 'bitDepth', 'fpsUpTo', 'perSecond', 'perJob']
    const { resolution, bitDepth, fpsUpTo, perSecond, perJob } = this.fields(value, path, names)
    if (perSecond === undefined && perJob === undefined)
      this.refuse(`${path}.perSecond`, 'the price of a second, or perJob with the price of a job', undefined)
    return {
      ...(resolution !== undefined && { resolution: this.#resolutions(resolution, `${path}.resolution`) }),
      ...(bitDepth !== undefined && { bitDepth: this.#depth(bitDepth, `${path}.bitDepth`) }),
      ...(fpsUpTo !== undefined && { fpsUpTo: this.#fps(fpsUpTo, `${path}.fpsUpTo`) }),
      ...(perSecond !== undefined && { perSecond: this.#amount(perSecond, `${path}.perSecond`) }),
      ...(perJob !== undefined && { perJob: this.#amount(perJob, `${path}.perJob`) }),
    }
  }

  refuse(path: string, expected: string, found: unknown): never {
    const came = found === undefined ? 'nothing' : shown(found)
    throw new UsageError(`${this.#where}: ${path === '' ? '' : `${path}: `}expected ${expected}, received ${came}`)
  }

  #resolutions(value: unknown, path: string): string[] {
    const all = [value].flat()
    if (all.length === 0) this.refuse(path, `one of ${RESOLUTIONS.join(', ')}, or a list of them`, value)
    for (const each of all)
      if (!(RESOLUTIONS as readonly unknown[]).includes(each))
        this.refuse(path, `one of ${RESOLUTIONS.join(', ')}, or a list of them`, each)
    return all as string[]
  }

  #depth(value: unknown, path: string): number {
    if (!(BIT_DEPTHS as readonly unknown[]).includes(value)) this.refuse(path, BIT_DEPTHS.join(' or '), value)
    return value as number
  }

  #fps(value: unknown, path: string): number {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < FIELDS.fps.least)
      this.refuse(path, `a number from ${FIELDS.fps.least}`, value)
    return value
  }

  /** As text it stays what it is; a number is taken for what it says when it is written down. */
  #amount(value: unknown, path: string): string {
    const text = typeof value === 'number' ? withoutExponent(value) : value
    if (typeof text !== 'string' || !AMOUNT.test(text))
      this.refuse(path, 'an amount of at least 0 with at most twelve decimals, such as 0.05 or "0.05"', value)
    return text
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
