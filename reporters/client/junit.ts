import { excerpt } from '../../engine/history/reading/words.ts'
import { type Case, suiteOf, suitesInXml } from '../junit/suite.ts'
import type { ClientClauseReport, ClientReport, ScenarioReport } from '../outcome/clients/report.ts'
import { endOf } from './scenarios.ts'

/** JUnit XML for Jenkins: a case for each clause, each scenario, and the verdict. */
export function clientJUnit(report: ClientReport): string {
  const { clauses, scenarios, startedAt, seconds, seed, command = [] } = report
  const common = { startedAt, properties: { command: command.join(' '), ...(seed !== undefined && { seed }) } }
  const suites = [
    suiteOf(
      'client clauses',
      clauses.map((each) => clauseCase(each, report)),
      common,
    ),
    ...(scenarios.length > 0
      ? [
          suiteOf(
            'scenarios',
            scenarios.map((each) => scenarioCase(each, report)),
            common,
          ),
        ]
      : []),
    suiteOf('gatecheck client', [theVerdict(report)], common),
  ]
  return suitesInXml('gatecheck client', suites, seconds)
}

function clauseCase(clause: ClientClauseReport, { strict }: ClientReport): Case {
  const { id, level, section, rule, verdict, reason = '', expected = '', received = '', scenario, evidence } = clause
  const named = { classname: 'gatecheck.client', name: id, seconds: 0 }
  if (verdict === 'not judged') return { ...named, outcome: 'skipped', text: `not tested: ${excerpt(reason, 1000)}` }
  if (verdict === 'pass') return { ...named, outcome: 'pass' }
  const where = scenario === undefined ? [] : [`in scenario ${scenario}`]
  const shown = evidence === undefined || evidence.length === 0 ? [] : [`requests ${evidence.join(', ')}`]
  const text = [
    `${id} (${level}, ${section}): ${rule}`,
    `expected: ${expected}`,
    `received: ${received}`,
    ...where,
    ...shown,
  ].join('\n')
  // JUnit has no warnings: only --strict fails them, as in the exit code.
  if (level !== 'must' && !strict) return { ...named, outcome: 'pass', text: `warning: ${text}` }
  return {
    ...named,
    outcome: 'failure',
    type: level,
    message: excerpt(`${id}: expected ${expected}, received ${received}`, 300),
    text,
  }
}

function scenarioCase(scenario: ScenarioReport, { clauses, strict }: ClientReport): Case {
  const { name, about, verdict, seconds, reason, broken, output = [], untried } = scenario
  const named = { classname: 'gatecheck.client.scenario', name: `${name}: ${about}`, seconds }
  const text = [
    `${endOf(scenario)}`,
    ...(broken.length > 0 ? [`failed clauses: ${broken.join(', ')}`] : []),
    ...output,
  ].join('\n')
  if (verdict === 'not judged')
    return {
      ...named,
      outcome: 'skipped',
      text: excerpt(untried ? 'not tested' : `not tested: ${reason ?? 'nothing could be judged'}`, 1000),
    }
  if (verdict === 'pass') return { ...named, outcome: 'pass', text }
  const fails = strict || clauses.some(({ id, level }) => level === 'must' && broken.includes(id))
  if (!fails) return { ...named, outcome: 'pass', text: `warning: ${text}` }
  return {
    ...named,
    outcome: 'failure',
    type: 'scenario',
    message: excerpt(`failed clauses: ${broken.join(', ')}`, 300),
    text,
  }
}

/** Problems of no single clause must not look green: for example, a client that could not be tested. */
function theVerdict({ verdict, reason, obstacle, faults, seconds, scenarios }: ClientReport): Case {
  const spent = scenarios.reduce((sum, each) => sum + each.seconds, 0)
  const named = {
    classname: 'gatecheck.client',
    name: 'client run reaches a verdict',
    seconds: Math.max(0, seconds - spent),
  }
  if (faults.length > 0)
    return { ...named, outcome: 'error', type: 'fault', message: excerpt(faults[0]!, 300), text: faults.join('\n\n') }
  if (verdict !== 'inconclusive') return { ...named, outcome: 'pass' }
  const why = obstacle ? `${obstacle.what} ${obstacle.next}` : (reason ?? 'nothing could be judged')
  return { ...named, outcome: 'error', type: 'no verdict', message: excerpt(why, 300), text: why }
}
