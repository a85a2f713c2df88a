const LITERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Whether a number's literal says no more than the double does that it was read as; 5.0, 5e0 and 50e-1 all say 5. */
export function isHeldByDouble(literal: string, read: number): boolean {
  return normalForm(literal) === normalForm(String(read))
}

/** Digits without zeros at either end, and a power of ten: never written out, since an exponent may be huge. */
function normalForm(literal: string): string {
  const parts = LITERAL.exec(literal)
  // Infinity, read from a literal beyond every double, has no digits.
  if (parts === null) return literal
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return `${sign}0`
  let end = digits.length
  while (digits[end - 1] === '0') end--
  const power = Number(exponent) - fraction.length + (digits.length - end)
  return `${sign}${digits.slice(0, end)}e${power}`
}
