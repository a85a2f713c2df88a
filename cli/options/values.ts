import { InvalidArgumentError } from 'commander'
import { didYouMean } from '../../engine/config/nearest-names.ts'
import { AMOUNT } from '../../engine/config/prices/money.ts'

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
/** Node's timers hold no longer time. */
const LONGEST = 2 ** 31 - 1

/** 20ms, 3s, 10m, 1.5h; a bare number is not guessed at. */
export function duration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text)
  if (!match) throw new InvalidArgumentError(`Write a time as 20ms, 3s or 10m.`)
  const ms = Number(match[1]) * UNITS[match[2] as keyof typeof UNITS]
  if (ms <= 0 || ms > LONGEST) throw new InvalidArgumentError('A time must be above 0 and below 24 days.')
  return ms
}

/** 90d, 36h, 30m: how old something may be. */
export function age(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(m|h|d)$/.exec(text)
  if (!match) throw new InvalidArgumentError('Write an age as 90d, 36h or 30m.')
  return Number(match[1]) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[match[2] as 'm' | 'h' | 'd']
}

const BYTES: Record<string, number> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
}

/** 500kB, 32MiB, 1.5GB; a bare number is not guessed at. */
export function bytes(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/i.exec(text) ?? []
  const size = Math.round(Number(number) * (BYTES[unit] ?? Number.NaN))
  if (!Number.isSafeInteger(size) || size < 1) throw new InvalidArgumentError('Write a size as 500kB or 32MiB.')
  return size
}

export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least)
      throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`)
    return value
  }
}

export function positiveNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0) throw new InvalidArgumentError('It must be a number above 0.')
  return value
}

/** What prices and limits of money are: kept as it is written, so that nothing is rounded. */
export function money(text: string): string {
  if (!AMOUNT.test(text)) throw new InvalidArgumentError('Write an amount as 20 or 12.50.')
  return text
}

export function speed(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new InvalidArgumentError('It must be a number of at least 0; 0 stops the clock.')
  return Number(text)
}

export function numberFrom(least: number): (text: string) => number {
  return (text) => {
    const value = positiveNumber(text)
    if (value < least) throw new InvalidArgumentError(`It must be a number of at least ${least}.`)
    return value
  }
}

export function port(text: string): number {
  const value = wholeNumber(0)(text)
  if (value > 65_535) throw new InvalidArgumentError('A port must be at most 65535.')
  return value
}

/** One of some words; the nearest of them is proposed for another one. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((each) => each === text)
    if (found === undefined)
      throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.${didYouMean(text, words)}`)
    return found
  }
}

export function repeated(text: string, before: string[] = []): string[] {
  return [...before, text]
}

/** Names, which hold no comma: several may be said at once. */
export function repeatedNames(text: string, before: string[] = []): string[] {
  const names = commaSeparated(text)
  if (names.length === 0) throw new InvalidArgumentError('It must name at least one.')
  return [...before, ...names]
}

export function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}
