import { didYouMean } from './nearest-names.ts'
import { AMOUNT, withoutExponent } from './prices/money.ts'
import { drawnSeed } from './seed.ts'

/** Why a value of an option cannot be used. */
export class InvalidValue extends Error {}

/** A kind of value: how it is typed on the command line and written in a configuration file. */
export type Kind<Value, Written = Value> = {
  /** Placeholder in the help; flags have none. */
  takes?: string
  /** Default of an option without a value; then `takes` is in brackets. */
  bare?: string
  /** JSON Schema of the value in a configuration file. */
  schema: object
  /** JSON Schema of the value as read, if it differs. */
  recorded?: object
  /** Reads a typed value. `before`: the value so far, if the option is repeated. */
  read(text: string, before?: Value): Value
  /** The text that `read` takes; the default is String. */
  show?(value: Value): string
  /** Texts for an object in a configuration file. */
  textsOf?(value: object): string[]
  isList?: true
  /** In milliseconds; its field in the configuration ends with Ms. */
  isTime?: true
  /** Never set: the type in a configuration file. */
  written?: Written
}

/** 20ms, 3s, 10m, 1.5h */
export type Time = `${number}${'ms' | 's' | 'm' | 'h'}`
/** 500kB, 32MiB, 1.5GB */
export type Size = `${number}${'B' | 'kB' | 'MB' | 'GB' | 'KiB' | 'MiB' | 'GiB'}`

export const flag: Kind<boolean> = { schema: { type: 'boolean' }, read: () => true }

export const text = (takes: string): Kind<string> => ({ takes, schema: { type: 'string' }, read: (typed) => typed })

/** A whole number. */
export const count = (least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> => ({
  takes: '<n>',
  schema: { type: 'integer', minimum: least },
  show: withoutExponent,
  read(typed) {
    const value = Number(typed)
    if (!/^\d+$/.test(typed) || !Number.isSafeInteger(value) || value < least)
      throw new InvalidValue(`It must be a whole number of at least ${least}.`)
    if (value > most) throw new InvalidValue(`It must be at most ${most}.`)
    return value
  },
})

export const port = count(0, 65_535)

/** A whole number, or a new one for the word random. */
export const seed: Kind<number, number | 'random'> = {
  ...count(0),
  takes: '<n|random>',
  schema: { anyOf: [count(0).schema, { const: 'random' }] },
  recorded: count(0).schema,
  read(typed) {
    if (typed === 'random') return drawnSeed()
    if (!/^\d+$/.test(typed)) throw new InvalidValue('It must be a whole number, or random.')
    return count(0).read(typed)
  },
}

/** A number above 0, or of at least `least`. */
export const number = (takes: string, least?: number): Kind<number> => ({
  takes,
  schema: { type: 'number', ...(least === undefined ? { exclusiveMinimum: 0 } : { minimum: least }) },
  show: withoutExponent,
  read(typed) {
    const value = Number(typed)
    if (!/^\d+(\.\d+)?$/.test(typed) || (least === undefined ? value <= 0 : value < least))
      throw new InvalidValue(`It must be a number ${least === undefined ? 'above 0' : `of at least ${least}`}.`)
    return value
  },
})

const TIMES = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
/** Longer timers fire at once in Node. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export const duration: Kind<number, Time> & { isTime: true } = {
  takes: '<time>',
  schema: { type: 'string', pattern: '^\\d+(\\.\\d+)?(ms|s|m|h)$' },
  recorded: { type: 'number', minimum: 0, maximum: LONGEST_TIMER_MS },
  isTime: true,
  show: (ms) => inUnits(ms, { m: TIMES.m, s: TIMES.s, ms: 1 }),
  read(typed) {
    const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(typed) ?? []
    if (unit === undefined) throw new InvalidValue('Write a time as 20ms, 3s or 10m.')
    const ms = Number(amount) * TIMES[unit as keyof typeof TIMES]
    if (ms <= 0 || ms > LONGEST_TIMER_MS) throw new InvalidValue('A time must be above 0 and below 24 days.')
    return ms
  },
}

/** A maximum age, in milliseconds. */
export const age: Kind<number> = {
  takes: '<age>',
  schema: { type: 'string' },
  read(typed) {
    const [, amount, unit] = /^(\d+(?:\.\d+)?)(m|h|d)$/.exec(typed) ?? []
    if (unit === undefined) throw new InvalidValue('Write an age as 90d, 36h or 30m.')
    return Number(amount) * { m: TIMES.m, h: TIMES.h, d: 24 * TIMES.h }[unit as 'm' | 'h' | 'd']
  },
}

const KIBI = 1024
const SIZES: Record<string, number> = { GB: 1e9, MB: 1e6, kB: 1e3, GiB: KIBI ** 3, MiB: KIBI ** 2, KiB: KIBI, B: 1 }

/** A number of bytes. */
export const size: Kind<number, Size> = {
  takes: '<size>',
  schema: { type: 'string', pattern: '^\\d+(\\.\\d+)?([kMG]|[KMG]i)?B$' },
  recorded: { type: 'integer', minimum: 0 },
  show: (bytes) => inUnits(bytes, { GiB: KIBI ** 3, MiB: KIBI ** 2, KiB: KIBI, B: 1 }),
  read(typed) {
    const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/i.exec(typed) ?? []
    const bytes = Math.round(Number(amount) * (SIZES[unit] ?? Number.NaN))
    if (!Number.isSafeInteger(bytes) || bytes < 1) throw new InvalidValue('Write a size as 500kB or 32MiB.')
    return bytes
  },
}

/** Text, so that nothing is rounded. */
export const money: Kind<string, number | string> = {
  takes: '<amount>',
  schema: { type: ['number', 'string'], minimum: 0, pattern: AMOUNT.source },
  recorded: { type: 'string', pattern: AMOUNT.source },
  read(typed) {
    if (!AMOUNT.test(typed)) throw new InvalidValue('Write an amount as 20 or 12.50.')
    return typed
  },
}

export const choice = <Word extends string>(takes: string, words: readonly Word[]): Kind<Word> => ({
  takes,
  schema: { enum: words },
  read(typed) {
    const found = words.find((each) => each === typed)
    if (found !== undefined) return found
    throw new InvalidValue(`It must be one of ${words.join(', ')}.${didYouMean(typed, words)}`)
  },
})

/** One value each time that the option is given. */
export const repeated = (takes: string): Kind<string[], string | readonly string[]> => ({
  isList: true,
  takes,
  schema: { type: ['string', 'array'], items: { type: 'string' } },
  recorded: { type: 'array', items: { type: 'string' } },
  read: (typed, before = []) => [...before, typed],
})

/** Names, comma-separated or repeated. */
export const names = (takes: string): Kind<string[], string | readonly string[]> => ({
  ...repeated(takes),
  read(typed, before = []) {
    const all = commaSeparated(typed)
    if (all.length === 0) throw new InvalidValue('It must name at least one.')
    return [...before, ...all]
  },
})

/** Reports to write, each of them a name or name=path. */
export const reports = (words: readonly string[]): Kind<string[], string | readonly string[]> => ({
  ...names('<names>'),
  read(typed, before) {
    const all = names('<names>').read(typed)
    for (const each of all) choice('', words).read(each.split('=')[0]!)
    return [...(before ?? []), ...all]
  },
})

/** A reason for each name: name=reason, repeated; in a configuration file an object. */
export const reasons = (takes: string): Kind<string[], Readonly<Record<string, string>>> => ({
  isList: true,
  takes,
  schema: { type: ['object', 'array', 'string'], additionalProperties: { type: 'string' }, items: { type: 'string' } },
  read: (typed, before = []) => [...before, typed],
  textsOf: (value) => Object.entries(value).map(([name, reason]) => `${name}=${String(reason)}`),
})

export const commaSeparated = (typed: string): string[] =>
  typed
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

function inUnits(value: number, units: Readonly<Record<string, number>>): string {
  const whole = Object.entries(units).find(([, worth]) => value % worth === 0)
  const [unit, worth] = whole ?? Object.entries(units).at(-1)!
  return `${withoutExponent(value / worth)}${unit}`
}
