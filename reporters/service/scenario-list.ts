import { KINDS, nameOf, type Parameter, type Scenario, type ScenarioKind } from '../../service/scenarios/scenario.ts'

const HEADINGS: Record<ScenarioKind, string> = {
  scenario: 'Scenarios (--scenario)',
  dialect: 'Dialects (--dialect; --scenario limits one to some requests)',
  fault: 'Faults (--fault): each violates one clause',
  variant: 'Variants (--variant): unusual but conforming',
}

/** Scenarios, dialects, faults and variants; filtered by words, all of which must match. */
export function scenarioList(all: readonly Scenario[], words: string): string {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = (each: Scenario) => {
    const text = [nameOf(each), each.summary, ...each.parameters.map(parameterLine)].join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  }
  const groups = KINDS.map((kind) => ({ kind, found: all.filter((each) => each.kind === kind && isWanted(each)) }))
  const shown = groups.filter(({ found }) => found.length > 0)
  if (shown.length === 0) return `No scenario, dialect, fault or variant has "${words}" in its name or description.\n`
  return shown.map(({ kind, found }) => `${HEADINGS[kind]}\n\n${found.map(entry).join('\n')}\n`).join('\n')
}

function entry({ kind, name, summary, parameters }: Scenario): string {
  const typed = kind === 'dialect' ? nameOf({ kind, name }) : name
  return [`  ${typed}`, `      ${summary}`, ...parameters.map(parameterLine)].join('\n')
}

function parameterLine(parameter: Parameter): string {
  const { name, about, usual } = parameter
  return `        ${name}: ${about}${usual === undefined ? '' : ` (default: ${usual})`}`
}
