import type { Missing } from '../certificate/readiness.ts'
import type { Verification } from '../certificate/verify.ts'
import { printable } from '../runner/history/words.ts'
import { counted } from './counted.ts'

/** What keeps a run from being certified, and how to provide it. */
export function missingText(missing: readonly Missing[]): string {
  const lines = missing.flatMap(({ clause, why, remedy }) => [
    `  ${clause ?? 'the run'}: ${printable(why)}`,
    `    ${printable(remedy)}`,
  ])
  return [`NO CERTIFICATE  ${counted(missing.length, 'thing is', 'things are')} missing:`, ...lines, ''].join('\n')
}

export function verificationText({ statement, problems, notes }: Verification): string {
  const about = statement && [
    `${statement.predicate.target.baseUrl}, ${statement.predicate.startedAt}`,
    `${statement.predicate.suite.name} ${statement.predicate.suite.version}, ${counted(statement.predicate.clauses.filter(({ verdict }) => verdict === 'pass').length, 'clause holds', 'clauses hold')}`,
  ]
  const found = problems.flatMap(({ what, where, expected, found }) => [
    `  ${what}, at ${printable(where)}`,
    `    expected ${printable(expected)}`,
    `    found    ${printable(found)}`,
  ])
  return [
    ...(about ?? []).map(printable),
    ...found,
    ...notes.map((note) => `note: ${printable(note)}`),
    '',
    problems.length === 0
      ? 'VALID  the certificate is whole, and all that was looked at agrees with it'
      : `NOT VALID  ${counted(problems.length, 'problem')}: ${[...new Set(problems.map(({ what }) => what))].join(', ')}`,
    '',
  ].join('\n')
}
