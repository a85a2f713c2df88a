import { element, text } from './xml.ts'

export type Case = {
  classname: string
  name: string
  seconds: number
  outcome: 'pass' | 'failure' | 'error' | 'skipped'
  type?: string
  message?: string
  text?: string
}

export type Suite = { xml: string; tests: number; failures: number; errors: number }

/** Shared by all suites of a file. */
export type OfAllSuites = { startedAt: string; properties: Readonly<Record<string, string | number>> }

export function suiteOf(name: string, cases: readonly Case[], { startedAt, properties: told }: OfAllSuites): Suite {
  const count = (outcome: Case['outcome']) => cases.filter((each) => each.outcome === outcome).length
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error') }
  const seconds = cases.reduce((sum, each) => sum + each.seconds, 0)
  const attributes = {
    name,
    ...counts,
    skipped: count('skipped'),
    time: seconds.toFixed(3),
    timestamp: startedAt.slice(0, 19),
  }
  const all = Object.entries(told).map(([name, value]) => element('property', { name, value }))
  const properties = element('properties', {}, ...all)
  return {
    ...counts,
    xml: element('testsuite', attributes, '\n', `${properties}\n`, ...cases.map((each) => `${caseInXml(each)}\n`)),
  }
}

/** The whole file, with the sums of its suites. */
export function suitesInXml(name: string, suites: readonly Suite[], seconds: number): string {
  const sum = (count: 'tests' | 'failures' | 'errors') => suites.reduce((total, suite) => total + suite[count], 0)
  const totals = { tests: sum('tests'), failures: sum('failures'), errors: sum('errors') }
  const attributes = { name, ...totals, time: seconds.toFixed(3) }
  const root = element('testsuites', attributes, '\n', ...suites.map((suite) => `${suite.xml}\n`))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function caseInXml(each: Case): string {
  const { classname, name, seconds } = each
  const inside = outcomeInXml(each)
  return element('testcase', { name, classname, time: seconds.toFixed(3) }, ...(inside === undefined ? [] : [inside]))
}

/** One of the two schemas of Jenkins' plugins allows no attributes in `skipped`; both, and Jenkins, accept text. */
function outcomeInXml({ outcome, type, message, text: content }: Case): string | undefined {
  if (outcome === 'pass') return content === undefined ? undefined : element('system-out', {}, text(content))
  if (outcome === 'skipped') return element('skipped', {}, text(content ?? ''))
  return element(
    outcome,
    { ...(message !== undefined && { message }), ...(type !== undefined && { type }) },
    text(content ?? ''),
  )
}
