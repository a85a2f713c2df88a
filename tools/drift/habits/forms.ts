/** The pattern of a text or number, if it says more than the type. */
export type Form = {
  name: string
  /** Cannot be accidental, so one value is enough. */
  isTelling: boolean
}

const telling = (name: string): Form => ({ name, isTelling: true })
const vague = (name: string): Form => ({ name, isTelling: false })

const TEXTS: readonly { pattern: RegExp; form: Form }[] = [
  { pattern: /^$/, form: vague('empty') },
  { pattern: /^\{\{[^{}]*\}\}$/, form: telling('an API key') },
  { pattern: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i, form: telling('a date with a time') },
  { pattern: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/i, form: telling('a date with a time, no zone') },
  {
    pattern: /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} [\d:]{8} GMT$/,
    form: telling('a date as HTTP writes it'),
  },
  { pattern: /^\d{4}-\d\d-\d\d$/, form: telling('a date') },
  { pattern: /^\d\d?[./]\d\d?[./]\d{4}$/, form: telling('a date in figures') },
  { pattern: /^\d\d:\d\d(:\d\d(\.\d+)?)?$/, form: telling('a time of day') },
  { pattern: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i, form: telling('a UUID') },
  { pattern: /^https:\/\//i, form: telling('an https URL') },
  { pattern: /^http:\/\//i, form: telling('an http URL') },
  { pattern: /^[a-z][a-z\d+.-]*:\/\//i, form: telling('a URL of another scheme') },
  { pattern: /^\/[^\s]*$/, form: telling('a path') },
  { pattern: /^[^\s@]+@[^\s@]+\.[a-z]+$/i, form: telling('an e-mail address') },
  // Whether a count is an integer is random.
  { pattern: /^-?\d+(\.\d+)?$/, form: telling('a number in text') },
  { pattern: /^\d+:\d+$/, form: telling('a ratio') },
  { pattern: /^(true|false)$/, form: telling('a boolean in text') },
]

/** Letters only, as in names: `in_progress`, `video/mp4`. */
const WORD = /^[A-Za-z]+([ _.:/-][A-Za-z]+)*\d{0,3}[a-z]?$/
const MOST_OF_A_WORD = 40
export const A_TOKEN = 'a token'
const TOKEN = /^[\w.~+/=:-]+$/

/** `isId`: a generated value, even if it looks like a word. */
export function formOf(value: string | number, isId = false): Form {
  return typeof value === 'number' ? formOfNumber(value) : formOfText(value, isId)
}

function formOfText(text: string, isId: boolean): Form {
  const found = TEXTS.find(({ pattern }) => pattern.test(text))
  if (found) return found.form
  if (!isId && isWord(text)) return vague('a word')
  if (!TOKEN.test(text)) return vague('text')
  const [prefix] = /^[A-Za-z]{1,12}[_:-]/.exec(text) ?? []
  return prefix === undefined ? vague(A_TOKEN) : telling(`${A_TOKEN} that begins with ${prefix}`)
}

/** Looks like a word, not a sentence. */
export function isWord(text: string): boolean {
  return text.length <= MOST_OF_A_WORD && WORD.test(text) && text.split(' ').length < 3 && !isDrawn(text)
}

/** Such capitals occur only in random letters. */
const isDrawn = (text: string) => (text.match(/[a-z][A-Z]/g) ?? []).length > 3

const SECONDS = { least: 1e9, most: 4e9 }

function formOfNumber(value: number): Form {
  if (!Number.isInteger(value)) return vague('a fraction')
  if (value >= SECONDS.least && value < SECONDS.most) return telling('seconds since 1970')
  if (value >= SECONDS.least * 1000 && value < SECONDS.most * 1000) return telling('milliseconds since 1970')
  return vague('a whole number')
}
