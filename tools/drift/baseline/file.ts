import { problemBy } from '../../../engine/history/validate.ts'
import { escapeObeyed } from '../../../engine/writing/escaped.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import {
  ASPECTS,
  type Aspect,
  answersAt,
  chancesOf,
  type Habit,
  type Habits,
  keyOf,
  type Where,
} from '../habits/habit.ts'
import type { Acceptance, Baseline } from './baseline.ts'
import { BASELINE } from './form.ts'
import { byName, calm, type ToldValue, told, untold } from './tellings.ts'

const BASELINE_SCHEMA = 1

const ABOUT =
  'Behaviour of a server, recorded by `gatecheck drift record`: one fact a line. Commit it; `gatecheck drift check` reports what has changed since.'

type Lines = Record<string, unknown>

/** Places for the aspects that are not part of a response. */
const SECTIONS: {
  name: string
  has(habit: Habit): boolean
  label(where: Where): string
  where(label: string): Where
}[] = [
  {
    name: 'clauses',
    has: ({ where }) => where.clause !== undefined,
    label: ({ clause }) => clause!,
    where: (label) => ({ clause: label as ClauseId }),
  },
  {
    name: 'open',
    has: ({ where }) => where.open !== undefined,
    label: ({ open }) => open!,
    where: (label) => ({ open: label as OpenPointId }),
  },
  {
    name: 'aliases',
    has: ({ where }) => where.alias !== undefined,
    label: ({ alias }) => alias!,
    where: (label) => ({ alias: label }),
  },
  {
    name: 'speed',
    has: ({ aspect }) => aspect === 'speed',
    label: ({ endpoint }) => endpoint!,
    where: (label) => ({ endpoint: label as NonNullable<Where['endpoint']> }),
  },
  {
    name: 'answered',
    has: ({ aspect }) => aspect === 'answer',
    label: ({ endpoint, asked }) => (asked === undefined ? endpoint! : `${endpoint}, ${asked}`),
    where: (label) => {
      const [endpoint = '', ...asked] = label.split(', ')
      return {
        endpoint: endpoint as NonNullable<Where['endpoint']>,
        ...(asked.length > 0 && { asked: asked.join(', ') }),
      }
    },
  },
]
const ASPECT_OF: Record<string, Aspect> = {
  clauses: 'verdict',
  open: 'choice',
  aliases: 'listed',
  speed: 'speed',
  answered: 'answer',
}
const JOBS: Where = { endpoint: 'GET /videos/{id}' }
const OF_JOBS: readonly Aspect[] = ['state', 'step', 'polls']

/** The text of the file: stable, with a line per fact, so that diffs are readable. */
export function baselineText(baseline: Baseline): string {
  const { target, spec, suite, profile, seed, rounds, habits, asked, accepted } = baseline
  const sections: [string, Lines][] = SECTIONS.map((section) => [section.name, linesOf(section, habits, rounds)])
  const lines = [
    '{',
    `  "schema": ${BASELINE_SCHEMA},`,
    `  "about": ${JSON.stringify(ABOUT)},`,
    ...Object.entries({ target, spec, suite, profile, seed, rounds }).map(
      ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    ),
    `  "accepted": ${listText(accepted)},`,
    ...sections.map(([name, lines]) => `  ${JSON.stringify(name)}: ${linesText(lines, 4)},`),
    `  "jobs": ${linesText(jobLines(habits), 4)},`,
    ...(asked ? [`  "asked": ${JSON.stringify([...asked].sort().join(' '))},`] : []),
    `  "answers": ${placesText(habits)}`,
    '}',
    '',
  ]
  return escapeObeyed(lines.join('\n'))
}

function linesOf({ has, label }: (typeof SECTIONS)[number], habits: Habits, rounds: number): Lines {
  const own = [...habits.values()].filter(has)
  const usual = (habit: Habit) => (habit.aspect === 'listed' ? chancesOf(habits, habit) : rounds)
  return Object.fromEntries(
    own
      .map((habit): [string, ToldValue] => {
        const seen = habit.aspect === 'listed' ? chancesOf(habits, habit) : habit.seen
        return [label(habit.where), told({ ...habit, seen }, calm(usual(habit)))]
      })
      .sort(byName),
  )
}

function jobLines(habits: Habits): Lines {
  const own = OF_JOBS.flatMap((aspect) => habits.get(keyOf(JOBS, aspect)) ?? [])
  return Object.fromEntries(
    own.map(({ aspect, tally, seen }) => [aspect, [Object.fromEntries([...tally].sort(byName)), seen]]),
  )
}

const linesText = (lines: Lines, indent: number) => {
  const all = Object.entries(lines).map(
    ([name, line]) => `${' '.repeat(indent)}${JSON.stringify(name)}: ${JSON.stringify(line)}`,
  )
  return all.length === 0 ? '{}' : `{\n${all.join(',\n')}\n${' '.repeat(indent - 2)}}`
}

const listText = (accepted: readonly Acceptance[]) =>
  accepted.length === 0 ? '[]' : `[\n${accepted.map((each) => `    ${JSON.stringify(each)}`).join(',\n')}\n  ]`

type Place = Required<Pick<Where, 'endpoint' | 'status'>> & Pick<Where, 'state'>

const placeText = ({ endpoint, status, state }: Where) =>
  state === undefined ? `${endpoint} ${status}` : `${endpoint} ${status} ${state}`

function placesText(habits: Habits): string {
  const own = [...habits.values()].filter(({ where }) => where.pointer !== undefined || where.header !== undefined)
  const places = [...Map.groupBy(own, ({ where }) => placeText(where))].sort(byName)
  const texts = places.map(([place, inside]) => {
    const { endpoint, status, state } = inside[0]!.where
    const seen = answersAt(habits, { endpoint: endpoint!, status: status!, ...(state !== undefined && { state }) })
    const parts = [...Map.groupBy(inside, ({ where }) => partText(where))].sort(byName)
    const lines = parts.map(([part, some]): [string, unknown] => [part, aspectsOf(some, habits, seen)])
    return `    ${JSON.stringify(place)}: ${linesText({ seen: calm(seen), ...Object.fromEntries(lines) }, 6)}`
  })
  return texts.length === 0 ? '{}' : `{\n${texts.join(',\n')}\n  }`
}

const partText = ({ header, pointer }: Where) =>
  header === undefined ? `body ${pointer}`.trimEnd() : `header ${header}`

/** That something is always there goes without saying. */
function aspectsOf(some: readonly Habit[], habits: Habits, seen: number): Record<string, ToldValue> {
  const aspects: [string, ToldValue][] = []
  for (const aspect of ASPECTS) {
    const habit = some.find((each) => each.aspect === aspect)
    if (!habit) continue
    const line = told({ ...habit, seen: chancesOf(habits, habit) }, calm(seen))
    if (aspect === 'presence' && isAlways(habit, habits)) continue
    aspects.push([aspect, line])
  }
  return Object.fromEntries(aspects)
}

const isAlways = (habit: Habit, habits: Habits) => habit.tally.get('always') === chancesOf(habits, habit)

/** Why a text is not a baseline. */
export class NoBaseline extends Error {
  override name = 'NoBaseline'
}

type Head = Omit<Baseline, 'habits'> & { schema: number }

export function readBaseline(text: string): Baseline {
  const raw = parsed(text)
  const { schema, target, spec, suite, profile, seed, rounds, accepted } = raw as unknown as Head
  if (schema === undefined)
    throw new NoBaseline(
      'is not a baseline: record one with "npx gatecheck drift record", or name the folder of a recorded run',
    )
  if (schema !== BASELINE_SCHEMA)
    throw new NoBaseline(
      `has the schema ${JSON.stringify(schema)}; this version reads ${BASELINE_SCHEMA}: record it again`,
    )
  const flaw = problemBy(BASELINE, raw)
  if (flaw !== undefined) throw new NoBaseline(`is not a valid baseline: ${flaw}; fix it, or record it again`)
  const habits = new Map<string, Habit>()
  const add = (where: Where, aspect: Aspect, line: ToldValue, usual: number) =>
    habits.set(keyOf(where, aspect), { where, aspect, ...untold(line, usual), evidence: new Map() })
  readAnswers(raw, add)
  restorePresence(habits)
  const rest = Object.entries((raw.jobs ?? {}) as Record<string, ToldValue>)
  for (const [aspect, line] of rest) add(JOBS, aspect as Aspect, line, rounds)
  for (const { name, where } of SECTIONS) {
    for (const [label, line] of Object.entries((raw[name] ?? {}) as Record<string, ToldValue>)) {
      const usual = name === 'aliases' ? answersAt(habits, { endpoint: 'GET /models', status: 200 }) : rounds
      add(where(label), ASPECT_OF[name]!, line, usual)
    }
  }
  const names = raw.asked as string | undefined
  const asked = names === undefined ? {} : { asked: new Set(names.split(' ')) }
  return { target, spec, suite, profile, seed, rounds, habits, ...asked, accepted }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    throw new NoBaseline('is not JSON (an unfinished merge?)')
  }
  throw new NoBaseline('is not a baseline: it is not a JSON object')
}

type Add = (where: Where, aspect: Aspect, line: ToldValue, usual: number) => void

function readAnswers(raw: Record<string, unknown>, add: Add): void {
  for (const [place, lines] of Object.entries((raw.answers ?? {}) as Record<string, Record<string, unknown>>)) {
    const where = placeOf(place)
    const { seen = 1, ...parts } = lines
    for (const [part, aspects] of Object.entries(parts)) {
      const at = { ...where, ...partOf(part) }
      for (const [aspect, line] of Object.entries(aspects as Record<string, ToldValue>))
        add(at, aspect as Aspect, line, seen as number)
      if (!Object.hasOwn(aspects as object, 'presence') && at.pointer !== '' && !at.pointer?.endsWith('/*'))
        add(at, 'presence', 'always', ALWAYS)
    }
  }
}

/** As often as there was a chance. */
const ALWAYS = Number.POSITIVE_INFINITY

function restorePresence(habits: Map<string, Habit>): void {
  for (const habit of habits.values())
    if (habit.aspect === 'presence' && habit.seen === ALWAYS) {
      habit.seen = chancesOf(habits, habit)
      habit.tally = new Map([['always', habit.seen]])
    }
}

function placeOf(text: string): Place {
  const [, endpoint, status, state] = /^(.*?) (\d{3})(?: (.*))?$/.exec(text) ?? []
  if (endpoint === undefined) throw new NoBaseline(`names a response that cannot be parsed: ${text}`)
  return { endpoint: endpoint as Place['endpoint'], status: Number(status), ...(state !== undefined && { state }) }
}

const partOf = (part: string): Pick<Where, 'header' | 'pointer'> =>
  part.startsWith('header ') ? { header: part.slice(7) } : { pointer: part.slice(5) }
