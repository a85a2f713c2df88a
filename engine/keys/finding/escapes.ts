import { Pieces } from './pieces.ts'
import { Strand, Weaving } from './strand.ts'

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  lowbar: '_',
  underbar: '_',
  hyphen: '-',
  dash: '-',
  sol: '/',
  plus: '+',
  equals: '=',
  period: '.',
  colon: ':',
  comma: ',',
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  tab: '\t',
  newline: '\n',
  shy: '',
  zwnj: '',
  zwj: '',
  nobreak: '',
  zerowidthspace: '',
}

const UNSEEN = '[\\u00ad\\u034f\\u061c\\u180b-\\u180e\\u200b-\\u200f\\u2060-\\u2064\\ufe00-\\ufe0f\\ufeff]'

/** Each way of writing one character as several, or as another that looks like it, or of putting in what nobody sees. */
const FORMS: { form: string; written: string; stands: (inner: string) => string }[] = [
  { form: 'percent-encoded', written: '%u([0-9a-f]{4})', stands: hexadecimal },
  { form: 'percent-encoded', written: '%([0-9a-f]{2})', stands: hexadecimal },
  { form: 'with escapes', written: '\\\\u\\{([0-9a-f]{1,6})\\}', stands: hexadecimal },
  { form: 'with escapes', written: '\\\\u([0-9a-f]{4})', stands: hexadecimal },
  { form: 'with escapes', written: '\\\\x([0-9a-f]{2})', stands: hexadecimal },
  { form: 'with escapes', written: '\\\\([0-3]?[0-7]{2})', stands: (digits) => character(digits, 8) },
  { form: 'with escapes', written: '\\\\[bfnrt]', stands: () => '\n' },
  { form: 'with escapes', written: '\\\\([\\\\"/\'])', stands: (itself) => itself },
  { form: 'in character references', written: '&#x0*([0-9a-f]{1,8});?', stands: hexadecimal },
  { form: 'in character references', written: '&#0*([0-9]{1,8});?', stands: (digits) => character(digits, 10) },
  {
    form: 'in character references',
    written: `&(${Object.keys(NAMED).join('|')});`,
    stands: (name) => NAMED[name.toLowerCase()]!,
  },
  { form: 'in full-width letters', written: '([\\uff01-\\uff5e])', stands: plainLetter },
  { form: 'in full-width letters', written: '(\\ud835[\\udc00-\\udfff])', stands: plainLetter },
  { form: 'with colours between', written: '\\x1b\\[[0-9;:]*m', stands: () => '' },
  { form: 'with NULs between', written: '\\0+', stands: () => '' },
  {
    form: 'with invisible characters between',
    written: `${UNSEEN}+`,
    stands: () => '',
  },
]

const SIGNS = new RegExp(`[%\\\\&\\x1b\\0\\uff01-\\uff5e\\ud835]|${UNSEEN}`)
/** Each has one group, which holds what it stands for where that is written out. */
const ANY = new RegExp(FORMS.map(({ written }) => (written.includes('(') ? written : `(${written})`)).join('|'), 'gi')

/** Quoted-printable shares its sign with queries and padding, so it is read by itself. */
const SOFT_BREAK_OR_BYTE = /=(?:\r?\n|([0-9a-f]{2}))/gi

/** The text with what is escaped in it as itself; undefined where nothing is. */
export function withoutEscapes(strand: Strand): Strand | undefined {
  if (!SIGNS.test(strand.text)) return undefined
  return rewoven(strand, ANY, (inner) => {
    const found = inner.findIndex((each) => each !== undefined)
    const { form, stands } = FORMS[found]!
    return { form, text: stands(inner[found]!) }
  })
}

export function withoutQuoting(strand: Strand): Strand | undefined {
  if (!strand.text.includes('=')) return undefined
  return rewoven(strand, SOFT_BREAK_OR_BYTE, ([digits]) => ({
    form: 'in quoted-printable',
    text: digits === undefined ? '' : character(digits, 16),
  }))
}

type Instead = (inner: readonly (string | undefined)[]) => { form: string; text: string }

function rewoven(strand: Strand, written: RegExp, instead: Instead): Strand | undefined {
  const plain = replaced(strand.text, written, instead)
  if (plain === strand.text) return undefined
  return new Strand(plain, { parent: strand, weave: () => woven(strand.text, written, instead) })
}

/** String.replace would hold all that it finds at once, which may be as much as there are characters. */
function replaced(text: string, written: RegExp, instead: Instead): string {
  const pieces = new Pieces()
  let done = 0
  for (const match of text.matchAll(written)) {
    const [whole, ...inner] = match
    pieces.put(text.slice(done, match.index))
    pieces.put(instead(inner).text)
    done = match.index + whole.length
  }
  return pieces.whole() + text.slice(done)
}

function woven(text: string, written: RegExp, instead: Instead): Weaving {
  const weaving = new Weaving()
  let done = 0
  for (const match of text.matchAll(written)) {
    const [whole, ...inner] = match
    if (match.index > done) weaving.put(text.slice(done, match.index), done)
    const from = match.index
    done = from + whole.length
    const { form, text: stands } = instead(inner)
    weaving.putAsOne(stands, { from, to: done }, form)
  }
  if (done < text.length) weaving.put(text.slice(done), done)
  return weaving
}

function character(digits: string, base: number): string {
  const code = Number.parseInt(digits, base)
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

function hexadecimal(digits: string): string {
  return character(digits, 16)
}

function plainLetter(letter: string): string {
  return letter.normalize('NFKC')
}
