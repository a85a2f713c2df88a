/** The encodings in which text travels, each with the form of its tokens and what a token may mean. */
export type Encoding = {
  name: string
  /** What every token of it contains; the forms are kept simple, for a server may send long runs of anything. */
  sign?: string
  token: RegExp
  decode: (token: string) => string[]
}

const bytes = (values: readonly number[]) => Buffer.from(values.filter((value) => value < 256)).toString('latin1')
const fromHex = (digits: string) => Buffer.from(digits, 'hex').toString('latin1')

const unpercented = (token: string) => [token.replace(/%([0-9a-fA-F]{2})/g, (_, hex) => fromHex(hex))]

export const ENCODINGS: readonly Encoding[] = [
  {
    name: 'with NULs between',
    token: /(?:[\x21-\x7e]\0){4,}[\x21-\x7e]?|(?:\0[\x21-\x7e]){4,}/g,
    decode: (token) => [token.replaceAll('\0', '')],
  },
  {
    name: 'spaced out',
    token: /(?:[\x21-\x7e] ){6,}[\x21-\x7e]/g,
    decode: (token) => [token.replaceAll(' ', '')],
  },
  {
    name: 'percent-encoded',
    sign: '%',
    token: /[%\w.~-]{8,}/g,
    decode: unpercented,
  },
  {
    name: 'percent-encoded',
    sign: '%',
    // A key may hold characters that only some encoders touch.
    token: /[%\w.~+/=-]{8,}/g,
    decode: unpercented,
  },
  {
    name: 'with escapes',
    sign: '\\',
    token: /[\\\w+/=-]{8,}/g,
    decode: (token) => [
      token
        .replaceAll('\\/', '/')
        .replace(/\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/g, (_, four, two) =>
          String.fromCharCode(Number.parseInt(four ?? two, 16)),
        ),
    ],
  },
  {
    name: 'in character references',
    sign: '&#',
    token: /[&#;\w+/=-]{8,}/g,
    decode: (token) => [
      token.replace(/&#(x?)([0-9a-fA-F]+);/g, (whole, x, digits) => {
        const code = Number.parseInt(digits, x ? 16 : 10)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      }),
    ],
  },
  {
    name: 'as a list of bytes',
    token: /(?:\d{1,3}[\s,]+){6,}\d{1,3}/g,
    decode: (token) => [bytes(token.split(/[\s,]+/).map(Number))],
  },
  {
    name: 'in hex',
    token: /(?:(?:0x|\\x)?(?:[0-9a-fA-F]{2}){1,2}[\s:,-]+){4,}(?:0x|\\x)?(?:[0-9a-fA-F]{2}){1,2}/g,
    decode: (token) => [fromHex(token.replace(/0x|\\x|[\s:,-]/g, ''))],
  },
  {
    name: 'in hex',
    token: /[0-9a-fA-F]{12,}/g,
    decode: (token) => [0, 1].map((from) => fromHex(token.slice(from))),
  },
  {
    name: 'in base64',
    token: /[A-Za-z0-9+/_-]{8,}={0,2}/g,
    decode: (token) => [0, 1, 2, 3].map((from) => Buffer.from(token.slice(from), 'base64').toString('latin1')),
  },
]
