import * as patterns from '../../history/reading/foreign-patterns.ts'
import { isRecord } from '../../history/reading/reading.ts'
import { inPointer } from '../file/pact-file.ts'
import type { Matcher, Rules } from '../file/rules.ts'

const LONGEST_PATTERN = 500

/** What a contract asks of one place of a body. */
export type Demand = {
  /** Below the body; `*` stands for each entry of a list. */
  place: string
  /** In the file, below its body: entries of a list by their numbers. */
  pointer: string
  example: unknown
  /** How it is compared: exactly, or by rules. */
  by: 'exactly' | readonly Matcher[]
}

const BY_KIND: ReadonlySet<unknown> = new Set(['type', 'min', 'max', 'notEmpty', undefined])

/** Every place of an example, lists and records themselves included, with the rules that hold there. */
export function demandsIn(example: unknown, rules: Rules): Demand[] {
  const demands: Demand[] = []
  const visit = (value: unknown, place: string, pointer: string) => {
    const by = matchersAt(place, rules)
    demands.push({ place, pointer, example: value, by })
    // What stands inside is an example of any keys there may be.
    if (looksAtKeysAlone(by)) return
    if (Array.isArray(value))
      for (const [index, each] of value.entries()) visit(each, `${place}/*`, `${pointer}/${index}`)
    else if (isRecord(value))
      for (const [name, each] of Object.entries(value)) {
        const step = inPointer(name)
        visit(each, `${place}/${step.replaceAll('*', '~2')}`, `${pointer}/${step}`)
      }
  }
  visit(example, '', '')
  return demands
}

export const looksAtKeysAlone = (by: Demand['by']) => by !== 'exactly' && by.every(({ match }) => match === 'eachKey')

/** Whether a rule of keys takes any. */
export const takesAnyKey = (by: Demand['by']) =>
  by !== 'exactly' &&
  by.every(({ rules }) => (Array.isArray(rules) ? rules : []).every(({ regex }) => regex === '.*' || regex === '.+'))

const steps = (place: string) => place.split('/').slice(1)
const fits = (rule: readonly string[], place: readonly string[]) =>
  rule.length === place.length && rule.every((step, index) => step === place[index] || step === '*')

/** A rule of its own goes first; comparing by kind goes on to all that stands below. */
function matchersAt(place: string, { body }: Rules): Demand['by'] {
  const way = steps(place)
  const own = body.filter(({ pointer }) => fits(steps(pointer), way)).flatMap(({ matchers }) => matchers)
  if (own.length > 0) return own.every(({ match }) => match === 'equality') ? 'exactly' : own
  for (let depth = way.length - 1; depth >= 0; depth--) {
    const above = body.filter(({ pointer }) => fits(steps(pointer), way.slice(0, depth)))
    const matchers = above.flatMap((each) => each.matchers)
    if (matchers.length === 0) continue
    return matchers.every(({ match }) => BY_KIND.has(match)) ? [{ match: 'type' }] : 'exactly'
  }
  return 'exactly'
}

/** Whether a value is what the demand asks for; undefined where its rule is not understood here. */
export function takes({ example, by }: Pick<Demand, 'example' | 'by'>, value: unknown): boolean | undefined {
  if (by === 'exactly') return JSON.stringify(example) === JSON.stringify(value)
  const answers = by.map((matcher) => takenBy(matcher, example, value))
  if (answers.includes(false)) return false
  return answers.includes(undefined) ? undefined : true
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

function takenBy({ match, regex, value: part }: Matcher, example: unknown, value: unknown): boolean | undefined {
  switch (match) {
    case undefined:
      return typeof regex === 'string' ? likePattern(regex, value) : kindOf(example) === kindOf(value)
    case 'type':
    case 'min':
    case 'max':
      return kindOf(example) === kindOf(value)
    case 'notEmpty':
      return kindOf(example) === kindOf(value) && value !== ''
    case 'regex':
      return typeof regex === 'string' ? likePattern(regex, value) : undefined
    case 'include':
      return typeof part === 'string' ? String(value).includes(part) : undefined
    case 'equality':
      return JSON.stringify(example) === JSON.stringify(value)
    case 'number':
    case 'decimal':
      return typeof value === 'number'
    case 'integer':
      return Number.isInteger(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    default:
      return undefined
  }
}

/** Pact has all of a text fit. */
function likePattern(regex: string, value: unknown): boolean | undefined {
  if (regex.length > LONGEST_PATTERN) return undefined
  const fits = patterns.fits(wholly(regex), String(value))
  return typeof fits === 'boolean' ? fits : undefined
}

/** As Rust's regular expressions have it, letters may be compared without their case for all of it. */
function wholly(regex: string): patterns.Pattern {
  const isAnyCase = regex.startsWith('(?i)')
  return { source: `^(?:${isAnyCase ? regex.slice(4) : regex})$`, flags: isAnyCase ? 'i' : '' }
}

/** Whether a pattern was tried in vain, on its own example or before, so that what it takes is not known. */
export function tookTooLong(demand: Pick<Demand, 'example' | 'by'>): boolean {
  if (demand.by === 'exactly') return false
  takes(demand, demand.example)
  return demand.by.some(({ regex }) => typeof regex === 'string' && patterns.tookTooLong(wholly(regex)))
}
