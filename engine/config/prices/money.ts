/**
 * Amounts of money or credits, in whole numbers of the smallest part that is counted: 10^-18 of a unit. Prices have twelve
 * places at most and seconds six, so their products are exact, and so are sums of them.
 */
export type Money = bigint

const PLACES = 18
const WHOLE = 10n ** BigInt(PLACES)
/** As amounts are written: no sign, no exponent. */
export const AMOUNT = /^\d{1,12}(\.\d{1,12})?$/

const MICROS_PLACES = 6

/** A number as amounts are written. What it says is the same: no place is added to it and none is left out. */
export function withoutExponent(value: number): string {
  const text = String(value)
  const [, whole = '', part = '', exponent] = /^(\d+)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? []
  return exponent === undefined ? text : `0.${'0'.repeat(Number(exponent) - whole.length)}${whole}${part}`
}

/** Of an amount as it is written, 0.05 or 12. */
export function moneyOf(text: string): Money {
  if (!AMOUNT.test(text)) throw new RangeError(`${text} is not an amount`)
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole) * WHOLE + BigInt(part.padEnd(PLACES, '0'))
}

/** As people write it: 12.5, with as many places as it needs. */
export function inUnits(money: Money): string {
  const sign = money < 0n ? '-' : ''
  const digits = String(money < 0n ? -money : money).padStart(PLACES + 1, '0')
  let part = digits.slice(-PLACES)
  while (part.endsWith('0')) part = part.slice(0, -1)
  return `${sign}${digits.slice(0, -PLACES)}${part === '' ? '' : `.${part}`}`
}

/** A price of a second, times some seconds; what is shorter than a millionth of a second counts as one. */
export function timesSeconds(price: Money, seconds: number, areWhole = false): Money {
  const micros = microsOf(areWhole ? Math.ceil(seconds) : seconds)
  // Prices end in zeros there, for they have twelve places.
  return (price / 10n ** BigInt(MICROS_PLACES)) * micros
}

/** Exactly what a number says when it is written down, rounded up. */
function microsOf(seconds: number): bigint {
  if (seconds <= 0) return 0n
  const text = String(seconds)
  if (text.includes('e')) return seconds < 1 ? 1n : BigInt(Math.ceil(seconds)) * 10n ** BigInt(MICROS_PLACES)
  const [whole = '0', part = ''] = text.split('.')
  const micros = BigInt(whole + part.slice(0, MICROS_PLACES).padEnd(MICROS_PLACES, '0'))
  return /[1-9]/.test(part.slice(MICROS_PLACES)) ? micros + 1n : micros
}

export function largest(amounts: readonly Money[]): Money {
  let largest = 0n
  for (const each of amounts) if (each > largest) largest = each
  return largest
}

export function smallest(first: Money, ...others: readonly Money[]): Money {
  let smallest = first
  for (const each of others) if (each < smallest) smallest = each
  return smallest
}
