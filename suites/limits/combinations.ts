import type { Configuration, Profile } from '../../engine/config/configuration.ts'
import { largest } from '../../engine/config/prices/money.ts'
import { pricingOf } from '../../engine/config/prices/prices.ts'
import { parseJson } from '../../engine/history/reading/reading.ts'
import { chosenWithin, type JobCost } from '../../engine/http/limits/amount.ts'
import { expenseOf } from '../../engine/http/limits/price-of-body.ts'
import type { Facts } from '../../engine/judge/check.ts'
import type { Driver } from '../../engine/run/driver.ts'
import type { Cost, PlanInput } from '../../engine/run/phase.ts'
import { FIELDS } from '../../spec/words.ts'
import { coverPairs, fewestRows, type Row } from './covering.ts'
import {
  bodyOf,
  type Class,
  type Combination,
  classesOf,
  EMOJI,
  ESCAPED_PROMPT,
  extrasOf,
  FAILING_PROMPT,
  IMAGE,
  IN_PIECES,
  type Inputs,
  leftOut,
  MANY_CHARACTERS,
  ONE_LETTER,
  OTHER_KEY,
  OTHER_MODEL,
  OTHER_ORDER,
  PLAIN_PROMPT,
  type Place,
  type Value,
  WHITE_SPACE,
} from './values.ts'

type Fields = Readonly<Record<string, unknown>>
type Known = Pick<Facts, 'configuration' | 'dialect' | 'keys'>

/** The valid submissions of a run. */
export type Combinations = {
  classes: Class[][]
  extras: Value[]
  /** The control: the plainest submission, which the run has seen accepted. */
  base: Combination
  all: Combination[]
  /** Values that the limits of the user exclude. */
  beyond: Value[]
}

/** Undefined if no submission was accepted. */
export function combinationsOf(known: Known, accepted: string | undefined): Combinations | undefined {
  const { configuration, dialect, keys } = known
  const fields = parseJson(accepted ?? '')?.value as Fields | undefined
  const { alias } = dialect
  if (!fields || alias === undefined) return undefined
  const { imageUrl, failingPrompt, maxResolution, maxDuration, profile } = configuration
  const prompt = typeof fields.prompt === 'string' ? fields.prompt : 'A paper boat.'
  const aliases = dialect.models?.aliases ?? [alias]
  const given = { imageUrl, failingPrompt, maxResolution, maxDuration, sameAccountKey: keys.includes('A2') }
  return combine(profile, { aliases, alias, prompt, ...given }, fields)
}

export async function combinationsFor(drive: Driver): Promise<Combinations> {
  const { request } = await drive.control('POST /videos')
  const keys = (['A', 'A2', 'B'] as const).filter((key) => drive.has(key))
  const all = combinationsOf({ configuration: drive.configuration, dialect: drive.dialect, keys }, request.body)
  return all ?? drive.notTested('no submission was accepted')
}

export function combine(profile: Profile, given: Inputs, accepted: Fields): Combinations {
  const classes = classesOf(given)
  const extras = extrasOf(given)
  const base = combinationOf(classes, baseRow(classes, accepted))
  const all = profile === 'full' ? everyPair(classes, extras, base) : fewCombinations(classes, extras, base)
  return { classes, extras, base, all, beyond: beyondLimits(given) }
}

/** The classes of the first accepted submission of the run. */
function baseRow(classes: Class[][], accepted: Fields): Row {
  const isIn = ({ members }: Value) =>
    members.length > 0 && members.every(([name, json]) => accepted[JSON.parse(name)] === JSON.parse(json))
  return classes.map((choices) =>
    Math.max(
      0,
      choices.findIndex(({ forms }) => forms.some(isIn)),
    ),
  )
}

const plainest = ({ forms }: Class) => forms.find(({ name }) => name === PLAIN_PROMPT) ?? forms[0]

const filled = (values: readonly (Value | undefined)[]): Combination =>
  Object.fromEntries(values.flatMap((value) => (value ? [[value.place, value]] : [])))

const combinationOf = (classes: Class[][], row: Row) =>
  filled(row.map((value, place) => plainest(classes[place]![value]!)))

function beyondLimits(given: Inputs): Value[] {
  const nameOf = ({ name, place }: Class) => `${place} ${name}`
  const within = new Set(classesOf(given).flat().map(nameOf))
  const all = classesOf({ ...given, maxResolution: undefined, maxDuration: undefined }).flat()
  return all.filter((each) => !within.has(nameOf(each))).flatMap((each) => plainest(each) ?? [])
}

const SECOND_MODEL = 'a third model'
const NO_DURATION = leftOut('duration').name

/** Used if no image or failing prompt was given. */
const INSTEAD: Record<string, string> = {
  'an image': MANY_CHARACTERS,
  'an image with escapes': EMOJI,
  [FAILING_PROMPT]: EMOJI,
}

/**
 * For smoke and standard: each class once, in forms that servers often get wrong. The most telling come first, since
 * limits may allow only some.
 */
function fewCombinations(classes: Class[][], extras: Value[], base: Combination): Combination[] {
  const values = [...classes.flat().flatMap(({ forms }) => forms), ...extras]
  const otherModels = classes.flat().find(({ name }) => name === OTHER_MODEL)?.forms ?? []
  const mayOmitDuration = classes.flat().some(({ name }) => name === NO_DURATION)
  const model = base.model?.name
  const largest = values.findLast(({ name }) => /^resolution "/.test(name))!.name
  const longest = values.reduce((one, other) => ((other.seconds ?? 0) > (one.seconds ?? 0) ? other : one)).name
  const few = [
    ['an image', largest, longest, 'fps 120', 'ratio "16:9"', 'bit_depth 10', OTHER_KEY],
    [OTHER_MODEL, MANY_CHARACTERS, 'resolution "720p"', NO_DURATION, 'ratio "9:16"', 'bit_depth 10', OTHER_KEY],
    [
      `${model} with escapes`,
      ESCAPED_PROMPT,
      'resolution "1080p"',
      'duration 5.0',
      'fps 1',
      'ratio "1:1"',
      WHITE_SPACE,
    ],
    [
      ...[`${model} with escapes in the value`, 'an image with escapes', 'resolution "2k"', NO_DURATION, 'fps 24.0'],
      ...['ratio "9:16"', 'bit_depth 1e1', OTHER_ORDER, OTHER_KEY],
    ],
    // A fractional duration reveals a rounded frame rate.
    [SECOND_MODEL, ONE_LETTER, largest, 'duration 2.5', 'fps 23.976', 'ratio "21:9"', IN_PIECES],
    [
      ...[`${model} with escapes in the value`, FAILING_PROMPT, 'resolution 480p with escapes', 'duration 1e0'],
      ...['fps 29.97', 'ratio "1920:1080"', 'bit_depth 10.0'],
    ],
    // Less than the default depth.
    [EMOJI, 'resolution "1080p"', 'duration 1', 'fps 60e0', 'ratio "4:3"', 'bit_depth 8'],
  ]
  const named = (name: string): Value | undefined => {
    if (name === OTHER_MODEL) return otherModels[0]
    if (name === SECOND_MODEL) return otherModels[1]
    const found = values.find((each) => each.name === name) ?? values.find((each) => each.name === INSTEAD[name])
    return found ?? (name.startsWith('resolution') ? named(largest) : undefined)
  }
  return few.map((names) => {
    const { duration, ...others } = { ...base, ...filled(names.map(named)) }
    const isOmitted = mayOmitDuration && names.includes(NO_DURATION)
    return isOmitted || !duration ? others : { ...others, duration }
  })
}

/** Extra submissions beyond those that the pairs need, as a factor, for further forms. */
const BEYOND = 1.3
/** One in this many submissions uses the other key. */
const EVERY = 3
const MODEL = 0

/** For full: every pair of classes, in as many forms as fit. */
function everyPair(classes: Class[][], extras: Value[], base: Combination): Combination[] {
  const sizes = classes.map((choices) => choices.length)
  const rows = covered(sizes, [maximumRow(classes), ...defaultRows(classes)])
  const { all, left } = distribute(classes, rows, extras)
  const neighbours = neighboursOf(base, classes)
  const most = Math.floor(fewestRows(sizes) * BEYOND) - neighbours.length
  const byPlace = [...Map.groupBy(left, ({ place }) => place).values()]
  while (all.length < most && byPlace.some((values) => values.length > 0))
    all.push({ ...base, ...filled(byPlace.map((values) => values.shift())) })
  return [...all, ...neighbours]
}

/** Cached, because judges need the same rows repeatedly. */
const known = new Map<string, Row[]>()

function covered(sizes: number[], first: Row[]): Row[] {
  const name = JSON.stringify([sizes, first])
  const rows = known.get(name) ?? coverPairs(sizes, first)
  known.set(name, rows)
  return rows
}

/** All maxima in one submission. */
const maximumRow = (classes: Class[][]): Row =>
  classes.map((choices) => {
    if (choices[0]!.place === 'model' || choices[0]!.place === 'input') return 0
    const named = choices.findIndex(({ name }) => ['longest', 'fastest', 'usual'].includes(name))
    return named >= 0 ? named : choices.length - 1
  })

/** §4: the default bit depth depends on the resolution. It is also left out beside unusual ratios. */
function defaultRows(classes: Class[][]): Row[] {
  const at = (place: Place, name: string) =>
    classes.find(([first]) => first?.place === place)!.findIndex((each) => each.name === name)
  const words = Object.keys(FIELDS.bit_depth.defaultAt).filter((word) => at('resolution', word) >= 0)
  return words.flatMap((word, turn) =>
    ['other', 'upright'].map((shape) =>
      classes.map((choices) => {
        const { place } = choices[0]!
        if (place === 'bit_depth') return at(place, leftOut(place).name)
        if (place === 'resolution') return at(place, word)
        return place === 'ratio' ? at(place, shape) : (at('ratio', shape) + turn) % choices.length
      }),
    ),
  )
}

/** Assigns the forms of each class to the rows that contain it; returns the remaining forms, too. */
function distribute(classes: Class[][], rows: readonly Row[], extras: readonly Value[]) {
  const turns = new Map<Class, number>()
  const lastAliasAt = rows.findIndex(([model]) => classes[MODEL]![model!]!.name === OTHER_MODEL)
  const otherKey = extras.find(({ place }) => place === 'key')
  const all = rows.map((row, index): Combination => {
    const values = row.map((value, place) => {
      const each = classes[place]![value]!
      const turn = turns.get(each) ?? 0
      turns.set(each, turn + 1)
      return each.forms[turn % Math.max(1, each.forms.length)]
    })
    const isOfOtherKey = index % EVERY === 0 || index === lastAliasAt
    return filled([...values, extras[index - 1], isOfOtherKey ? otherKey : undefined])
  })
  const left = classes.flat().flatMap((each) => each.forms.slice(turns.get(each) ?? 0))
  return { all, left: [...left, ...extras.slice(Math.max(0, rows.length - 1))] }
}

/** Each differs from the previous one in one or two fields, for servers that derive ids from part of the body. */
function neighboursOf(base: Combination, classes: Class[][]): Combination[] {
  const changes = [['resolution "720p"'], ['duration 5'], ['fps 1', 'bit_depth 10']]
  const forms = classes.flat().flatMap((each) => each.forms)
  let last = base
  return changes.map((names) => {
    last = { ...last, ...filled(names.map((name) => forms.find((each) => each.name === name))) }
    return last
  })
}

/** The cheapest combination, for jobs that are compared with each other. */
export function cheapest({ classes, base }: Combinations): Combination {
  const smallest = classes.flat().find(({ name }) => name === '480p')?.forms[0]
  return smallest ? { ...base, resolution: smallest } : base
}

/** Values that servers may treat in a special way, if they are given and allowed. */
export function specialIn({ classes }: Combinations): Partial<Record<'image' | 'largest' | 'failing', Value>> {
  const all = classes.flat()
  const image = all.find(({ name }) => name === IMAGE)?.forms[0]
  const largest = all.findLast(({ place, forms }) => place === 'resolution' && forms.length > 0)?.forms[0]
  const failing = all.flatMap(({ forms }) => forms).find(({ name }) => name === FAILING_PROMPT)
  return { ...(image && { image }), ...(largest && { largest }), ...(failing && { failing }) }
}

/** The plainest form of the same value; undefined if it belongs to no class. */
export function plainOf(value: Value | undefined, { classes }: Pick<Combinations, 'classes'>): Value | undefined {
  const own = value && classes.flat().find(({ forms }) => forms.includes(value))
  return own?.forms.find((each) => meaningOf(each) === meaningOf(value!))
}

const meaningOf = ({ members }: Value) =>
  JSON.stringify(members.map((member) => member.map((text) => JSON.parse(text))))

/** The pairs of classes in a combination, in words. */
export function pairsIn(combination: Combination, { classes }: Pick<Combinations, 'classes'>): string[] {
  const names = classes.map((choices) => {
    const value = combination[choices[0]!.place]
    return choices.find(({ forms }) => (value ? forms.includes(value) : forms.length === 0))?.name ?? ''
  })
  return names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .flatMap((other, rest) => (one && other ? `${index}:${one} ${index + 1 + rest}:${other}` : [])),
  )
}

const SHORTEST = JSON.stringify({ prompt: 'A paper boat.', duration: FIELDS.duration.least })
const MOST_ALIASES = 40

/** Cached, because a plan needs it several times. */
const expected = new WeakMap<Configuration, Combinations[]>()

/** What a run may submit, before the aliases of the server are known. */
export function combinationsExpected({ configuration, keys }: PlanInput): Combinations[] {
  const known = expected.get(configuration)
  if (known) return known
  const all = [1, 2, MOST_ALIASES].flatMap((count) => {
    const aliases = Array.from({ length: count }, (_, index) => `alias-${index}`)
    const dialect = { alias: aliases[0]!, models: { form: '', aliases } }
    return combinationsOf({ configuration, dialect, keys }, SHORTEST) ?? []
  })
  expected.set(configuration, all)
  return all
}

type CostOfJobs = Required<Pick<Cost, 'requests' | 'jobs' | 'videoSeconds' | 'money'>>

/** The cost of these submissions, or of as many as the share allows. */
export function costOf(bodies: readonly string[], { configuration, share }: PlanInput): CostOfJobs {
  const pricing = pricingOf(configuration.prices)
  const costs = bodies.map((body) => expenseOf(body, pricing))
  return sumOf(share ? chosenWithin(share, costs, (cost) => cost) : costs)
}

function sumOf(chosen: readonly JobCost[]): CostOfJobs {
  return {
    requests: chosen.length,
    jobs: chosen.length,
    videoSeconds: chosen.reduce((sum, { videoSeconds }) => sum + videoSeconds, 0),
    money: chosen.reduce((sum, { money = 0n }) => sum + money, 0n),
  }
}

/** The same values at the least duration: under a limit on video seconds, many short jobs show more than a long one. */
export const shortened = ({ base }: Pick<Combinations, 'base'>) => {
  const { duration } = base
  return (each: Combination): Combination => (duration ? { ...each, duration } : each)
}

/** The maximum cost of these combinations, or of as many as the share allows. */
export function mostOf(input: PlanInput, chosen = ({ all }: Combinations): readonly Combination[] => all): CostOfJobs {
  const { share, configuration } = input
  const expense = (each: Combination) => expenseOf(bodyOf(each), pricingOf(configuration.prices))
  const costs = combinationsExpected(input).map((each) => {
    const planned = chosen(each)
    return sumOf((share ? chosenWithin(share, planned, expense, shortened(each)) : planned).map(expense))
  })
  const most = (of: 'requests' | 'jobs' | 'videoSeconds') => Math.max(0, ...costs.map((cost) => cost[of]))
  const money = largest(costs.map((cost) => cost.money))
  return { requests: most('requests'), jobs: most('jobs'), videoSeconds: most('videoSeconds'), money }
}
