import type { Report } from '../../runner/report/report.ts'
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

export function suiteOf(name: string, cases: readonly Case[], report: Report): Suite {
  const count = (outcome: Case['outcome']) => cases.filter((each) => each.outcome === outcome).length
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error') }
  const seconds = cases.reduce((sum, each) => sum + each.seconds, 0)
  const attributes = {
    name,
    ...counts,
    skipped: count('skipped'),
    time: seconds.toFixed(3),
    timestamp: report.startedAt.slice(0, 19),
  }
  const property = (name: string, value: string | number) => element('property', { name, value })
  const properties = element(
    'properties',
    {},
    property('target', report.target.baseUrl),
    property('profile', report.profile),
    property('seed', report.seed),
  )
  return {
    ...counts,
    xml: element('testsuite', attributes, '\n', `${properties}\n`, ...cases.map((each) => `${caseInXml(each)}\n`)),
  }
}

function caseInXml(each: Case): string {
  const { classname, name, seconds } = each
  const inside = outcomeInXml(each)
  return element('testcase', { name, classname, time: seconds.toFixed(3) }, ...(inside === undefined ? [] : [inside]))
}

/** Of the two schemas of Jenkins' plugins one gives `skipped` no attributes; both, and Jenkins, read its text. */
function outcomeInXml({ outcome, type, message, text: content }: Case): string | undefined {
  if (outcome === 'pass') return content === undefined ? undefined : element('system-out', {}, text(content))
  if (outcome === 'skipped') return element('skipped', {}, text(content ?? ''))
  return element(
    outcome,
    { ...(message !== undefined && { message }), ...(type !== undefined && { type }) },
    text(content ?? ''),
  )
}
