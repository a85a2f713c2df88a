import type { ClauseId } from '../../spec/clauses.ts'

/** The parts of a submission that can be filled independently of each other. */
export const PLACES = [
  'model',
  'input',
  'resolution',
  'duration',
  'fps',
  'ratio',
  'bit_depth',
  'writing',
  'key',
] as const
export type Place = (typeof PLACES)[number]

/** One valid value of one field. */
export type Trait = {
  /** Unique, in words: what an order tries out. */
  name: string
  place: Place
  /** The fields it adds to the body, name and value as JSON text. */
  members: readonly (readonly [name: string, json: string])[]
  /** What is broken where this alone makes a submission be refused. */
  clause: ClauseId
  /** How the whole body is written, where that is what is tried. */
  write?: (members: readonly (readonly [name: string, json: string])[]) => string
  /** Whether the body goes out in two pieces, where that is what is tried. */
  inPieces?: true
  /** Whose key submits it, where that is what is tried. */
  key?: 'A2'
  /** How much video it asks for, where it says so. */
  seconds?: number
}

/** What fills each place; places that are missing are left out of the body. */
export type Order = Partial<Record<Place, Trait>>

export function member(field: string, json: string): readonly [string, string] {
  return [JSON.stringify(field), json]
}

export function bodyOf(order: Order): string {
  const members = PLACES.flatMap((place) => order[place]?.members ?? [])
  const write = order.writing?.write ?? plainly
  return write(members)
}

function plainly(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([name, json]) => `${name}:${json}`).join(',')}}`
}

export function traitsOf(order: Order): Trait[] {
  return PLACES.flatMap((place) => order[place] ?? [])
}

/** Every second character by its number, in capital and in small digits. */
export const escaped = (text: string) =>
  `"${[...text].map((letter, index) => (index % 2 === 0 && letter.length === 1 ? unicode(letter, index) : JSON.stringify(letter).slice(1, -1))).join('')}"`

function unicode(letter: string, index: number): string {
  const digits = letter.charCodeAt(0).toString(16).padStart(4, '0')
  return `\\u${index % 4 === 0 ? digits.toUpperCase() : digits}`
}

/** Escapes in key and value: a server that does not decode one of them refuses both. */
export function inEscapes(place: Place, text: string, clause: ClauseId): Trait {
  return { name: `${place} ${text} with escapes`, place, members: [[escaped(place), escaped(text)]], clause }
}

/** Escapes only in the value: finds servers that search the raw text for the key. */
export function escapedValue(place: Place, text: string, clause: ClauseId): Trait {
  return { name: `${place} ${text} with escapes in the value`, place, members: [member(place, escaped(text))], clause }
}

export function field(place: Place, name: string, json: string, clause: ClauseId, how = json): Trait {
  return { name: `${name} ${how}`, place, members: [member(name, json)], clause }
}
