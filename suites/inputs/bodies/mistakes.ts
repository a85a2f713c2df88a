import fc from 'fast-check'
import { BIT_DEPTHS, FIELDS, type FieldName, RESOLUTIONS } from '../../../spec/words.ts'
import { FAR_DURATION, FAR_FPS } from './wrong-values.ts'

const FAR_DEPTH = 64

/** A mistake in one field: a wrong value, or no value. */
export type Mistake = { field: FieldName; kind: string; instead: fc.Arbitrary<{ value: unknown } | 'nothing'> }

const saying = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map((value) => ({ value }))

function mistake(field: FieldName, kind: string, values: fc.Arbitrary<unknown>): Mistake {
  return { field, kind, instead: saying(values) }
}

const whole = fc.integer({ min: -200, max: 200 })

function ofAnotherType(anyText: fc.Arbitrary<string>): Record<'string' | 'number', fc.Arbitrary<unknown>> {
  return {
    string: fc.oneof(
      whole,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.array(fc.oneof(anyText, whole), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('value', 'text', 'id', 'length'), fc.oneof(anyText, whole), { maxKeys: 2 }),
    ),
    number: fc.oneof(
      whole.map(String),
      fc.constantFrom('', ' ', 'null', '5 ', '0x5', '1e1', 'five', 'Infinity', 'NaN', '8', '10'),
      anyText,
      fc.boolean(),
      fc.array(whole, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('value', 'seconds'), whole, { maxKeys: 1 }),
    ),
  }
}

/** Out of range by a whole step, by any fraction, and by far. */
function outside({ least, most }: { least: number; most: number }, far: number): fc.Arbitrary<number> {
  const little = fc.integer({ min: 0, max: 12 }).map((digits) => 10 ** -digits)
  return fc.oneof(
    little.map((by) => least - by),
    little.map((by) => most + by),
    fc.integer({ min: -most * 2, max: least - 1 }),
    fc.constantFrom(0, -0, 1e-9, -far, far),
  )
}

/** A word with one letter added, removed or changed. */
function almost(words: readonly string[]): fc.Arbitrary<string> {
  const letter = fc.constantFrom(...'0123456789abcdefghikpxzKP:-_. ')
  return fc
    .tuple(fc.constantFrom(...words), fc.nat(), letter, fc.constantFrom('more', 'less', 'other'))
    .map(([word, where, other, how]) => {
      const at = where % (word.length + 1)
      if (how === 'more') return word.slice(0, at) + other + word.slice(at)
      return word.slice(0, at) + (how === 'other' ? other : '') + word.slice(at + 1)
    })
}

const size = fc.integer({ min: 1, max: 9000 })

function noRatio(anyText: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    fc
      .tuple(size, fc.constantFrom('x', 'X', '/', '-', ' ', ',', ';', '×', '.', '::', ' to ', '∶', '：', ':x'), size)
      .map((parts) => parts.join('')),
    fc.tuple(size, size, size).map((parts) => parts.join(':')),
    size.map((part) => `${part}:`),
    size.map((part) => `:${part}`),
    size.map(String),
    fc.constantFrom(
      '',
      ':',
      'auto',
      'wide',
      'square',
      'portrait',
      '16:nine',
      'w:h',
      '0x10:9',
      '16:9px',
      '16:9;',
      '1e:1',
      '¹:²',
      '１６:9é',
    ),
    anyText,
  )
}

const partsNotAboveZero = fc
  .tuple(fc.constantFrom('0', '-1', '-16', '00', '0.0', '-0'), fc.constantFrom('0', '1', '9', '-9'), fc.boolean())
  .map(([bad, other, first]) => (first ? `${bad}:${other}` : `${other}:${bad}`))

let letters: fc.Arbitrary<string> | undefined

/** Created lazily: listing the letters of all scripts takes a while. */
function text(): fc.Arbitrary<string> {
  letters ??= fc.string({ unit: 'grapheme', maxLength: 24 })
  return letters
}

/** Every kind of mistake for every field. The oracle decides which clause a body violates, if any. */
export function mistakes(aliases: readonly string[]): Mistake[] {
  const anyText = text()
  const typed = ofAnotherType(anyText)
  return [
    { field: 'model', kind: 'missing', instead: fc.constant('nothing' as const) },
    mistake('model', 'null', fc.constant(null)),
    ...(aliases.length > 0 ? [mistake('model', 'almost an alias', almost(aliases))] : []),
    mistake('model', 'some text', anyText),
    mistake('model', 'of another type', typed.string),
    { field: 'prompt', kind: 'missing', instead: fc.constant('nothing' as const) },
    mistake('prompt', 'null', fc.constant(null)),
    mistake('prompt', 'empty', fc.constant('')),
    mistake('prompt', 'of another type', typed.string),
    mistake('resolution', 'almost a listed word', almost(RESOLUTIONS)),
    mistake(
      'resolution',
      'lines of no class',
      size.map((lines) => `${lines}p`),
    ),
    mistake(
      'resolution',
      'thousands of no class',
      fc.integer({ min: 1, max: 99 }).map((thousands) => `${thousands}k`),
    ),
    mistake(
      'resolution',
      'a size',
      fc.tuple(size, size).map(([width, height]) => `${width}x${height}`),
    ),
    mistake('resolution', 'some text', anyText),
    mistake('duration', 'outside its range', outside(FIELDS.duration, FAR_DURATION)),
    mistake('fps', 'outside its range', outside(FIELDS.fps, FAR_FPS)),
    mistake('bit_depth', 'a whole number beside the list', fc.integer({ min: -64, max: 128 })),
    mistake(
      'bit_depth',
      'a fraction beside the list',
      fc
        .tuple(fc.constantFrom(...BIT_DEPTHS), fc.integer({ min: 1, max: 12 }), fc.constantFrom(1, -1))
        .map(([depth, digits, sign]) => depth + sign * 10 ** -digits),
    ),
    mistake(
      'bit_depth',
      'far from the list',
      outside({ least: Math.min(...BIT_DEPTHS), most: Math.max(...BIT_DEPTHS) }, FAR_DEPTH),
    ),
    mistake('ratio', 'no width:height', noRatio(anyText)),
    mistake('ratio', 'a part not above zero', partsNotAboveZero),
    ...(['resolution', 'duration', 'fps', 'ratio', 'bit_depth'] as const).map((field) =>
      mistake(field, 'of another type', typed[FIELDS[field].type]),
    ),
  ]
}
