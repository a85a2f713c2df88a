import { list } from '../../../../engine/history/reading/words.ts'
import { LONGEST_FIELD_NAME } from '../../habits/shapes.ts'
import { EVER_NEW } from '../../habits/values.ts'
import type { Document } from '../document.ts'
import type { DocumentFindings, ToldFinding } from '../finding.ts'
import { allows, membersOf, type Schema, type Type, typesOf, type Variant, wordsOf } from '../variants.ts'
import { formsFor } from './formats.ts'
import { insideOf, inWords, MAY_BE_CUT, nameOf, type ObservedPlace, pointerTo, type Sight } from './places.ts'

export const MOST_COMPARED_LEVELS = 12

export type Reader = { document: Document; findings: DocumentFindings }

const TYPES: ReadonlySet<string> = new Set(['null', 'boolean', 'number', 'string', 'list', 'object'])

/** Compares the shape of one kind of response with the schema's variants. */
export function shapeAgainstSaid(
  variants: readonly Variant[],
  place: ObservedPlace,
  reader: Reader,
  pointer = '',
): void {
  const sight = place.body.get(pointer)
  if (!sight || variants.length === 0 || pointer.split('/').length > MOST_COMPARED_LEVELS) return
  const value = new Value(place, pointer, sight, reader)
  value.typesAgainst(variants)
  value.wordsAgainst(variants)
  value.formsAgainst(variants)
  if (sight.types.has('object')) value.membersAgainst(variants.filter((variant) => allows(variant, 'object')))
  const lists = variants.filter((variant) => allows(variant, 'list'))
  const items = membersOf(lists, (variant) => (variant.items.length > 0 ? variant.items : undefined), reader.document)
  if (sight.types.has('list')) shapeAgainstSaid(items, place, reader, `${pointer}/*`)
}

class Value {
  readonly #place: ObservedPlace
  readonly #pointer: string
  readonly #sight: Sight
  readonly #reader: Reader

  constructor(place: ObservedPlace, pointer: string, sight: Sight, reader: Reader) {
    this.#place = place
    this.#pointer = pointer
    this.#sight = sight
    this.#reader = reader
  }

  typesAgainst(variants: readonly Variant[]): void {
    const said = typesOf(variants)
    const expected = said?.join(', ') ?? ''
    for (const type of this.#sight.types.keys()) {
      if (!said || !TYPES.has(type) || said.includes(type as Type)) continue
      this.#add('contradicts', 'type', { expected, received: type, subject: type }, [
        `The document says that ${this.#name()} is a ${list(said, 'or')}; the server sent ${type}.`,
      ])
    }
    const numbers = variants.filter((variant) => allows(variant, 'number'))
    const isWhole = numbers.length > 0 && numbers.every(({ isWholeNumber }) => isWholeNumber)
    if (isWhole && this.#sight.forms.has('a fraction'))
      this.#add('contradicts', 'type', { expected: 'a whole number', received: 'a fraction', subject: 'a fraction' }, [
        `The document says that ${this.#name()} is a whole number; the server sent a fraction.`,
      ])
  }

  wordsAgainst(variants: readonly Variant[]): void {
    const said = wordsOf(variants)
    if (!said) return
    const others = [...this.#sight.words.keys()].filter((word) => word !== EVER_NEW && !said.includes(word))
    for (const word of others)
      this.#add('contradicts', 'words', { expected: said.join(', '), received: word, subject: word }, [
        `The document says that ${this.#name()} is ${list(said, 'or') || 'no text'}; the server sent ${word}.`,
      ])
  }

  formsAgainst(variants: readonly Variant[]): void {
    const texts = variants.filter((variant) => allows(variant, 'string'))
    if (texts.length === 0 || !this.#sight.types.has('string')) return
    const formats = [...new Set(texts.flatMap((variant) => variant.formats))]
    const forms = formats.map(formsFor)
    if (texts.some((variant) => variant.formats.length === 0) || forms.includes(undefined)) return
    const isOfNumbers = (form: string) => this.#sight.types.has('number') && OF_NUMBERS.has(form)
    for (const form of this.#sight.forms.keys()) {
      if (forms.some((each) => each!.has(form)) || isOfNumbers(form)) continue
      this.#add('contradicts', 'format', { expected: formats.join(', '), received: form, subject: form }, [
        `The document says that ${this.#name()} has the format ${list(formats, 'or')}; the server sent ${form}.`,
      ])
    }
  }

  membersAgainst(variants: readonly Variant[]): void {
    const inside = insideOf(this.#place, this.#pointer)
    const names = inside.filter((pointer) => !pointer.endsWith('/*'))
    for (const pointer of inside) this.#memberAgainst(pointer, variants)
    // Names of map members are not recorded.
    if (names.length < inside.length || this.#place.body.size > MAY_BE_CUT) return
    const [first, ...others] = variants
    const required = [...(first?.required ?? [])].filter((name) => others.every((each) => each.required.has(name)))
    for (const name of required) this.#requiredAgainst(name)
  }

  #memberAgainst(pointer: string, variants: readonly Variant[]): void {
    const name = nameOf(pointer)
    const { document } = this.#reader
    const schemasFor = pointer.endsWith('/*') ? ofAnyMember : ofMember(name)
    const isSaid = variants.some((variant) => schemasFor(variant) !== undefined)
    if (isSaid) {
      shapeAgainstSaid(membersOf(variants, schemasFor, document), this.#place, this.#reader, pointer)
      return
    }
    if (pointer.endsWith('/*') || variants.length === 0) return
    const isClosed = variants.every(({ others }) => others === 'none')
    const saysNothing = variants.some(({ others, members }) => others === 'unsaid' && members.size === 0)
    if (saysNothing && !isClosed) return
    const place = `${pointer} in ${inWords(this.#place)}`
    const what = isClosed
      ? `The document does not allow the field ${place}; the server sent it.`
      : `The document does not describe the field ${place}, which the server sent.`
    const said = { expected: isClosed ? 'no other fields' : 'nothing', received: 'a field' }
    this.#add(isClosed ? 'contradicts' : 'done, not said', 'field', said, [what], pointer)
  }

  #requiredAgainst(name: string): void {
    const pointer = pointerTo(this.#pointer, name)
    const objects = this.#sight.types.get('object') ?? 0
    const seen = this.#place.body.get(pointer)
    const shown = seen?.always ?? 0
    const of = seen?.of ?? objects
    if (shown >= of) return
    const isNever = shown === 0 && !seen
    const received = isNever ? 'never there' : 'missing at times'
    const times = isNever ? `none of ${of} responses had it` : `${shown} of ${of} responses had it`
    this.#add(
      'promised, not kept',
      'required',
      { expected: 'always there', received },
      [`The document says that ${pointer} in ${inWords(this.#place)} is required; ${times}.`],
      pointer,
    )
  }

  #name = () => `${this.#pointer === '' ? 'the body' : this.#pointer} in ${inWords(this.#place)}`

  #add(
    kind: ToldFinding['kind'],
    about: ToldFinding['about'],
    said: Pick<ToldFinding, 'expected' | 'received' | 'subject'>,
    [what]: [string],
    pointer = this.#pointer,
  ): void {
    const { endpoint, status, state } = this.#place
    this.#reader.findings.add({
      ...{ side: 'observed', kind, about, endpoint, status: String(status), pointer, ...said, what },
      ...(state !== undefined && { state }),
    })
  }
}

const OF_NUMBERS: ReadonlySet<string> = new Set([
  'a fraction',
  'a whole number',
  'seconds since 1970',
  'milliseconds since 1970',
])

/** Undefined if the schema does not mention it. */
const ofMember =
  (name: string) =>
  ({ members, others }: Variant): readonly Schema[] | undefined => {
    const long =
      name.length < LONGEST_FIELD_NAME ? undefined : [...members.keys()].find((each) => each.startsWith(name))
    return members.get(long ?? name) ?? (typeof others === 'string' ? undefined : others)
  }

/** Any member, since the names of a map are arbitrary. */
const ofAnyMember = ({ members, others }: Variant): readonly Schema[] | undefined => {
  if (typeof others !== 'string') return others
  return members.size === 0 ? undefined : [{ anyOf: [...members.values()].map((allOf) => ({ allOf })) }]
}
