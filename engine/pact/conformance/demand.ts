import * as patterns from '../../history/reading/foreign-patterns.ts'
import { isRecord } from '../../history/reading/reading.ts'
import { inPointer } from '../file/pact-file.ts'
import type { Matcher, Rules } from '../file/rules.ts'

const LONGEST_PATTERN = 500

/** One expectation of a contract about a body. */
export type Demand = {
  /** Path below the body; `*` stands for each element of a list. */
  place: string
  /** The same path as a JSON pointer, elements of a list by index. */
  pointer: string
  example: unknown
  /** How it is compared: exactly, or by rules. */
  by: 'exactly' | readonly Matcher[]
}

const BY_KIND: ReadonlySet<unknown> = new Set(['type', 'min', 'max', 'notEmpty', undefined])

/** Every value of an example, lists and objects included, with its rules. */
export function demandsIn(example: unknown, rules: Rules): Demand[] {
  const demands: Demand[] = []
  const visit = (value: unknown, place: string, pointer: string) => {
    const by = matchersAt(place, rules)
    demands.push({ place, pointer, example: value, by })
    // The members are only an example of the keys.
    if (isAboutKeysOnly(by)) return
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

export const isAboutKeysOnly = (by: Demand['by']) => by !== 'exactly' && by.every(({ match }) => match === 'eachKey')

/** Whether a rule about keys matches every key. */
export const matchesAnyKey = (by: Demand['by']) =>
  by !== 'exactly' &&
  by.every(({ rules }) => (Array.isArray(rules) ? rules : []).every(({ regex }) => regex === '.*' || regex === '.+'))

const steps = (place: string) => place.split('/').slice(1)
const fits = (rule: readonly string[], place: readonly string[]) =>
  rule.length === place.length && rule.every((step, index) => step === place[index] || step === '*')

/** Its own rule takes precedence; rules about types apply to all values below as well. */
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

/** Whether a value meets the expectation; undefined for an unknown rule. */
export function matches({ example, by }: Pick<Demand, 'example' | 'by'>, value: unknown): boolean | undefined {
  if (by === 'exactly') return JSON.stringify(example) === JSON.stringify(value)
  const answers = by.map((matcher) => matchesRule(matcher, example, value))
  if (answers.includes(false)) return false
  return answers.includes(undefined) ? undefined : true
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

function matchesRule({ match, regex, value: part }: Matcher, example: unknown, value: unknown): boolean | undefined {
  switch (match) {
    case undefined:
      return typeof regex === 'string' ? matchesPattern(regex, value) : kindOf(example) === kindOf(value)
    case 'type':
    case 'min':
    case 'max':
      return kindOf(example) === kindOf(value)
    case 'notEmpty':
      return kindOf(example) === kindOf(value) && value !== ''
    case 'regex':
      return typeof regex === 'string' ? matchesPattern(regex, value) : undefined
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

/** Pact patterns match the whole text. */
function matchesPattern(regex: string, value: unknown): boolean | undefined {
  if (regex.length > LONGEST_PATTERN) return undefined
  const fits = patterns.fits(anchored(regex), String(value))
  return typeof fits === 'boolean' ? fits : undefined
}

/** Rust allows (?i) at the beginning of a pattern, JavaScript does not. */
function anchored(regex: string): patterns.Pattern {
  const isAnyCase = regex.startsWith('(?i)')
  return { source: `^(?:${isAnyCase ? regex.slice(4) : regex})$`, flags: isAnyCase ? 'i' : '' }
}

/** Whether a pattern took too long on its own example or before, so that its matches are unknown. */
export function tookTooLong(demand: Pick<Demand, 'example' | 'by'>): boolean {
  if (demand.by === 'exactly') return false
  matches(demand, demand.example)
  return demand.by.some(({ regex }) => typeof regex === 'string' && patterns.tookTooLong(anchored(regex)))
}
