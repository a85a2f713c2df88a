import { printable } from '../../runner/history/reading/words.ts'
import type { ClientsScore } from '../../selfcheck/clients/score.ts'
import type { ClientOutcome } from '../../selfcheck/clients/try-out.ts'
import { percent } from '../words/percent.ts'

export function clientOutcomeLine(outcome: ClientOutcome, done: number, of: number): string {
  const { kind, id, level, scenarios, again } = outcome
  const place = `[${String(done).padStart(String(of).length)}/${of}]`
  const mark = kind === 'disputed client' ? '·' : outcome.right ? '✔' : '✘'
  const broken = level === undefined ? '' : `, breaks ${outcome.clauses?.join(' or ')} (${level})`
  const where = scenarios.map(({ name }) => name).join(', ')
  return `${place} ${mark} ${kind} ${id} in ${where || 'no scenario'}${broken}: ${howItWent(outcome)}${again ? ', alone' : ''}`
}

function howItWent({ kind, right, caught, accused }: ClientOutcome): string {
  const of = accused.map(({ clause }) => clause).join(', ')
  if (caught === 'by its clause') return right ? 'caught' : 'caught, but'
  if (caught === 'by another') return `SURVIVES, accused of ${of} alone`
  if (caught === 'not') return 'SURVIVES'
  if (kind === 'disputed client') return accused.length === 0 ? 'accused of nothing' : `accused of ${of}`
  return right ? 'not accused' : accused.length > 0 ? `ACCUSED of ${of}` : 'FAILED'
}

export function clientsWrong(score: ClientsScore): string[] {
  return [
    ...listed('Wrong clients that the clause they break does not catch:', score.survivors),
    ...listed('Wrong clients that are known to escape:', score.stillMissed),
    ...listed('Wrong clients that are listed as escaping, and are caught; take them off the list:', score.caughtAgain),
    ...listed('False accusations, right clients that were accused:', score.accusations),
  ]
}

/** Nothing where no client was tried. */
export function clientLines(score: ClientsScore): string[] {
  const { right, wrong, byLevel, atFirstSight, disputed, again } = score
  if (right.trials + wrong.tried + disputed.length === 0) return []
  const few = Object.entries(score.fewShownOnlyIn).map(([name, ids]) => `${name} ${ids}`)
  return [
    `clients      ${wrong.tried} wrong ones, caught by the clause that they break: ${ofAll(wrong.byItsClause, wrong.tried)}; by another ${wrong.byAnother}, not at all ${wrong.missed}`,
    `             must ${byLevel.must.byItsClause} of ${byLevel.must.tried}, should ${byLevel.should.byItsClause} of ${byLevel.should.tried}`,
    `             the same at first sight, before anything was mended: ${inWords(atFirstSight)}`,
    `             ${right.ids} right ones in ${right.trials} trials, not accused: ${ofAll(right.right, right.trials)}`,
    ...disputed.map((outcome) => `             disputed, counted nowhere: ${outcome.id}, ${howItWent(outcome)}`),
    ...(again > 0 ? [`             tried again with nothing else under way: ${again}`] : []),
    ...(few.length > 0
      ? [`             scenarios in which fewer than two were seen that no other shows: ${few.join(', ')}`]
      : []),
  ]
}

export function howManyWrong({ survivors, accusations, caughtAgain }: ClientsScore): string {
  return `${survivors.length} wrong clients missed, ${accusations.length} right ones accused, ${caughtAgain.length} listed as missed and caught`
}

const ofAll = (part: number, whole: number) => (whole === 0 ? 'none tried' : `${part} (${percent(part, whole)})`)

function inWords({ tried, byItsClause, byAnother }: ClientsScore['atFirstSight']): string {
  if (tried === 0) return 'not measured'
  return `${percent(byItsClause, tried)}, by some clause: ${percent(byItsClause + byAnother, tried)} (${tried} measured)`
}

function listed(title: string, outcomes: readonly ClientOutcome[]): string[] {
  return outcomes.length === 0 ? [] : [title, ...outcomes.flatMap(details), '']
}

function details(outcome: ClientOutcome): string[] {
  const { id, breaks, level, scenarios, accused, faults, stillMissed, about } = outcome
  const where = scenarios.map(({ name, exit }) => `${name} (ended with ${exit ?? 'no code'})`).join(', ')
  return [
    `  ${id}, which ${about}; in ${where || 'no scenario'}`,
    ...(breaks === undefined ? [] : [`    breaks "${breaks}" (${level}): ${outcome.clauses?.join(' or ')}`]),
    ...(stillMissed === undefined ? [] : [`    ${stillMissed}`]),
    ...accused.map(
      ({ clause, scenario, expected = '', received = '' }) =>
        `    ${clause} failed in ${scenario}: expected ${printable(expected)}, received ${printable(received)}`,
    ),
    ...faults.map((fault) => `    ${printable(fault)}`),
  ]
}

/** What is left of a table's rows and of what is wrong, in Markdown. */
export function clientRows({ wrong, byLevel, atFirstSight, right }: ClientsScore): [string, number, number, number][] {
  return [
    ['wrong clients, caught by the clause that they break', wrong.tried, wrong.tried, wrong.byItsClause],
    ['those of them that break a must clause', byLevel.must.tried, byLevel.must.tried, byLevel.must.byItsClause],
    ['those that break a should clause', byLevel.should.tried, byLevel.should.tried, byLevel.should.byItsClause],
    ['… at first sight', atFirstSight.tried, atFirstSight.tried, atFirstSight.byItsClause],
    ['right clients, not accused', right.ids, right.trials, right.right],
  ]
}

export function clientSections(score: ClientsScore): string[] {
  return [
    ...section('Wrong clients that are not caught by their clause', score.survivors),
    ...section('Right clients that were accused', score.accusations),
    ...section('Wrong clients that are known to escape', score.stillMissed),
    ...section('Wrong clients that are listed as escaping, and are caught', score.caughtAgain),
  ]
}

function section(title: string, outcomes: readonly ClientOutcome[]): string[] {
  if (outcomes.length === 0) return []
  const lines = outcomes.map(({ id, clauses, accused, stillMissed, faults }) => {
    const about = [
      clauses && `breaks ${clauses.map((clause) => `\`${clause}\``).join(' or ')}`,
      ...accused.map(({ clause, scenario }) => `\`${clause}\` failed in ${scenario}`),
      stillMissed,
      ...faults,
    ]
    return `- **${id}**: ${about.flatMap((each) => (each === undefined ? [] : [printable(each)])).join('; ')}`
  })
  return [`## ${title}`, '', ...lines, '']
}
