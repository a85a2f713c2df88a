import { A_TOKEN, type Form, formOf, isWord } from './forms.ts'
import type { Noticed, Where } from './habit.ts'

/** With more, the field counts as free text. */
export const MOST_WORDS = 8

/** Replaces the words of a text that is always new. */
export const EVER_NEW = '…'

/** A name or an identifier, not a word of the interface. */
const NAMES_SOMETHING =
  /(^|[_-])(id|ids|key|keys|token|secret|password|email|label|name|prompt|account|user|customer|owner|hash|signature|etag)$|[a-z](Id|Key|Token|Name)$/i

type Text = { units: Set<string>; evidence: number[]; isId: boolean }
type Seen = { where: Where; texts: Map<string, Text> }

type Sighting = {
  where: Where
  value: string | number
  n: number
  /** Values repeat within a unit: a response, or all responses about one job. */
  unit: string
  isId?: boolean
}

/** The texts and numbers at each place of a run, evaluated once all have been seen. */
export class Values {
  readonly #places = new Map<string, Seen & { numbers: Map<number, number[]>; answers: number }>()

  add({ where, value, n, unit, isId = false }: Sighting): void {
    const name = `${where.endpoint} ${where.status} ${where.state} ${where.header} ${where.pointer}`
    let place = this.#places.get(name)
    if (!place) {
      place = { where, texts: new Map(), numbers: new Map(), answers: 0 }
      this.#places.set(name, place)
    }
    place.answers++
    if (typeof value === 'number') {
      if (!place.numbers.has(value)) place.numbers.set(value, [n])
      return
    }
    const known = place.texts.get(value) ?? { units: new Set(), evidence: [], isId }
    known.units.add(unit)
    if (known.evidence.length === 0) known.evidence.push(n)
    place.texts.set(value, known)
  }

  conclude(into: Noticed): void {
    for (const place of this.#places.values()) {
      noteForms(place, into)
      if (place.texts.size > 0 && place.numbers.size === 0) noteWords(place, into)
    }
  }
}

type Place = Seen & { numbers: Map<number, number[]>; answers: number }

/** One repeated value says less about a form than ten values, unless the form cannot be accidental. */
function noteForms({ where, texts, numbers, answers }: Place, into: Noticed): void {
  const forms = withoutDrawnBeginnings([
    ...[...texts].map(([text, { evidence, isId }]) => ({ ...formOf(text, isId || isSecret(where)), evidence })),
    ...[...numbers].map(([value, evidence]) => ({ ...formOf(value), evidence })),
  ])
  const areTelling = forms.every(({ isTelling }) => isTelling)
  into.look(where, 'form', areTelling && forms.length < answers ? answers : forms.length)
  const [first] = forms
  const isOne = areTelling && first && forms.every(({ name }) => name === first.name)
  if (isOne) into.note(where, 'form', first.name, first.evidence, Math.max(answers, forms.length))
  else for (const { name, evidence } of forms) into.note(where, 'form', name, evidence)
}

/** Tokens may have a common prefix, or a random one, as in brave-otter-42. */
function withoutDrawnBeginnings<Seen extends Form>(forms: Seen[]): Seen[] {
  const beginnings = new Set(forms.map(({ name }) => name).filter((name) => name.startsWith(`${A_TOKEN} `)))
  if (beginnings.size < 2) return forms
  return forms.map((form) => (beginnings.has(form.name) ? { ...form, name: A_TOKEN, isTelling: false } : form))
}

function noteWords({ where, texts }: Place, into: Noticed): void {
  const units = new Set([...texts.values()].flatMap((text) => [...text.units]))
  const names = [...texts.keys()]
  if (!names.every(isWord) || namesSomething(where)) return
  into.look(where, 'word', units.size)
  // About as many words as units: the text is always new.
  const isEverNew = names.length > MOST_WORDS || (names.length > 2 && names.length * 2 > units.size)
  if (isEverNew) into.note(where, 'word', EVER_NEW, texts.get(names[0]!)!.evidence, units.size)
  else for (const [text, { units: own, evidence }] of texts) into.note(where, 'word', text, evidence, own.size)
}

/** Values about a key may contain a part of it. */
const IS_SECRET = /(^|[_-])(keys?|token|secret|password)$/i

const isSecret = ({ pointer }: Pick<Where, 'pointer'>) =>
  pointer?.split('/').some((step) => IS_SECRET.test(step)) ?? false

function namesSomething({ pointer, header }: Where): boolean {
  if (pointer !== undefined && isSecret({ pointer })) return true
  const last = header ?? pointer?.split('/').findLast((step) => step !== '*') ?? ''
  return NAMES_SOMETHING.test(last)
}
