import { createRequire } from 'node:module'
import { CLAUSES, type ClauseId } from '../../spec/clauses.ts'
import type { ExpectedFailure, ExpectedFailures } from '../config/expected.ts'
import { didYouMean } from '../config/nearest-names.ts'
import { PROFILES } from '../config/options.ts'
import { UsageError } from '../config/target.ts'
import { textGiven } from '../writing/read-file.ts'
import type { ListToWrite } from './list.ts'

export const EXPECTED_FILE = 'gatecheck-expected.yaml'

// Loaded on demand: most runs have no list.
const require = createRequire(import.meta.url)
const yaml = () => require('yaml') as typeof import('yaml')

const DAY = /^\d{4}-\d\d-\d\d$/
const NO_REASON = 'not stated'

const HEAD = `# Known failures. They do not fail a run; any other failure does, and so does an entry that no longer fails.
# "gatecheck run --write-expected" writes this file again and keeps each reason and until: the last day (YYYY-MM-DD)
# on which the entry counts.
`

export function readExpected(file: string): ExpectedFailures {
  const { parseDocument, LineCounter, isSeq } = yaml()
  const where = `--expected ${file}`
  const refuse = (why: string): never => {
    throw new UsageError(`${where}: ${why}`)
  }
  const text = textGiven(file, where).replace(/^\ufeff/, '')
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter })
  const [error] = document.errors
  if (error) refuse(`not valid YAML: ${error.message.split('\n')[0]}`)
  const content: unknown = document.toJS({ maxAliasCount: 0 })
  if (!isObject(content)) return refuse('it must be a list that "gatecheck run --write-expected" wrote')
  const items = document.get('failures', true)
  const lineOf = (offset: number) => counter.linePos(offset).line
  const linesOf = (index: number): [number, number] => {
    const range = isSeq(items)
      ? (items.items[index] as { range?: [number, number, number] } | undefined)?.range
      : undefined
    if (!range) return [1, 1]
    const body = text.slice(range[0], range[1]).trimEnd()
    return [lineOf(range[0]), lineOf(range[0] + Math.max(0, body.length - 1))]
  }
  const head = (name: keyof ExpectedFailures, isRight: (value: unknown) => boolean, what: string) =>
    isRight(content[name]) ? content[name] : refuse(`${name} must be ${what}`)
  if (content.failures !== null && !Array.isArray(content.failures)) refuse('failures must be a list')
  return {
    file,
    version: head('version', isText, 'the gatecheck version that wrote the list') as string,
    target: head('target', isText, 'the base URL of the server') as string,
    since: head('since', isDay, 'a date, as in 2026-11-28') as string,
    first: head('first', isCount, 'the number of entries when the list was first written') as number,
    profile: head('profile', (value) => PROFILES.some((each) => each === value), PROFILES.join(', ')) as never,
    generate: head('generate', isCount, 'a whole number') as number,
    checks: head('checks', isTexts, 'a list of check ids') as string[],
    failures: ((content.failures ?? []) as unknown[]).map((each, index) => {
      const lines = linesOf(index)
      return failureFrom(each, lines, (why) => refuse(`line ${lines[0]}: ${why}`))
    }),
  }
}

const FIELDS = ['clause', 'endpoint', 'case', 'received', 'reason', 'until']

function failureFrom(value: unknown, lines: [number, number], refuse: (why: string) => never): ExpectedFailure {
  if (!isObject(value)) return refuse(`each failure has ${FIELDS.join(', ')}`)
  const unknown = Object.keys(value).find((name) => !FIELDS.includes(name))
  if (unknown !== undefined) refuse(`unknown field ${unknown}.${didYouMean(unknown, FIELDS)}`)
  const { clause, endpoint, case: what, received, reason = NO_REASON, until } = value
  const ids: readonly string[] = CLAUSES.map(({ id }) => id)
  if (!isText(clause) || !ids.includes(clause)) refuse(`unknown clause ${clause}.${didYouMean(String(clause), ids)}`)
  if (!isText(endpoint) || !isText(what)) return refuse('endpoint and case must be texts')
  // YAML reads an unquoted status as a number.
  if (!isText(received) && typeof received !== 'number') refuse('received must be a text')
  if (!isText(reason)) return refuse('reason must be a text')
  if (until !== undefined && !isDay(until)) refuse('until must be a date, as in 2027-03-31')
  return {
    clause: clause as ClauseId,
    ...{ endpoint, case: what, received: String(received), reason, lines },
    ...(until !== undefined && { until: until as string }),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isDay = (value: unknown) => isText(value) && DAY.test(value) && !Number.isNaN(Date.parse(value))
const isCount = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** The text of the file, with the entries sorted. */
export function expectedText({ failures, checks, ...head }: ListToWrite): string {
  const { stringify } = yaml()
  const options = { lineWidth: 0 }
  return [
    HEAD,
    stringify(head, options),
    `failures:${failures.length === 0 ? ' []' : ''}\n`,
    entriesText(failures),
    `# The checks of version ${head.version}. Failures that only other checks find are marked as new and fail no run.\n`,
    stringify({ checks: [...checks].sort() }, options),
  ].join('')
}

export function entriesText(failures: ListToWrite['failures']): string {
  const { stringify } = yaml()
  return failures
    .map((each) => {
      const { clause, endpoint, case: what, received, reason = NO_REASON, until } = each
      const entry = { clause, endpoint, case: what, received, reason, ...(until !== undefined && { until }) }
      return `${stringify([entry], { lineWidth: 0 }).trimEnd().replace(/^/gm, '  ')}\n`
    })
    .join('')
}
