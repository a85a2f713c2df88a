/**
 * Amounts of money or credits, in units of 10^-18. Prices have at most twelve decimals and seconds six, so products and sums
 * are exact.
 */
export type Money = bigint

const PLACES = 18
const MICROS = 10n ** 6n
/** No sign and no exponent. */
export const AMOUNT = /^\d{1,12}(\.\d{1,12})?$/

/** A number of at least 0 as text without an exponent. */
export function withoutExponent(value: number): string {
  const text = value >= 1e21 ? String(BigInt(value)) : String(value)
  const [, whole = '', part = '', exponent] = /^(\d+)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? []
  return exponent === undefined ? text : `0.${'0'.repeat(Number(exponent) - whole.length)}${whole}${part}`
}

export function moneyOf(text: string): Money {
  if (!AMOUNT.test(text)) throw new RangeError(`${text} is not an amount`)
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(PLACES, '0'))
}

/** As a decimal without trailing zeros, such as 12.5. */
export function inUnits(money: Money): string {
  const sign = money < 0n ? '-' : ''
  const digits = String(money < 0n ? -money : money).padStart(PLACES + 1, '0')
  const part = digits.slice(-PLACES).replace(/(?<!0)0+$/, '')
  return `${sign}${digits.slice(0, -PLACES)}${part === '' ? '' : `.${part}`}`
}

/** A price per second times seconds, rounded up to microseconds, or to whole seconds. */
export function timesSeconds(price: Money, seconds: number, areWhole = false): Money {
  // Exact: prices have at most 12 of 18 decimals.
  return (price / MICROS) * microsOf(areWhole ? Math.ceil(seconds) : seconds)
}

/** From the decimal text: the binary fraction could round up once more. */
function microsOf(seconds: number): bigint {
  if (seconds <= 0) return 0n
  const text = String(seconds)
  if (text.includes('e')) return seconds < 1 ? 1n : BigInt(Math.ceil(seconds)) * MICROS
  const [whole = '0', part = ''] = text.split('.')
  const micros = BigInt(whole + part.slice(0, 6).padEnd(6, '0'))
  return /[1-9]/.test(part.slice(6)) ? micros + 1n : micros
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
