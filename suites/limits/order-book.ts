import type { Profile } from '../../engine/config/configuration.ts'
import { FIELDS } from '../../spec/words.ts'
import { classesOf, extrasOf, leftOut, OTHER_MODEL } from './classes.ts'
import { coverPairs, coverValues, fewestRows, type Row } from './covering.ts'
import { cheapOnes, sayingMore, withImages } from './few-orders.ts'
import { PLAIN_PROMPT } from './inputs.ts'
import type { Class, Means } from './means.ts'
import type { Order, Place, Trait } from './trait.ts'

type Fields = Readonly<Record<string, unknown>>

/** Rows beyond the covering array that what is left of manners may take up, as a share of its lower bound. */
const BEYOND = 1.3
const NEIGHBOURS = 3
/** The place of the model among the classes. */
const MODEL = 0
/** So many orders of one key for each of the other. */
const EVERY = 3

export type OrderBook = {
  classes: Class[][]
  /** The plainest submission, which the run has seen succeed, and what everything else is compared with. */
  base: Order
  orders: Order[]
  /** What is dealt out beside the classes. */
  extras: Trait[]
  /** What would need more submissions than the profile makes. */
  left: Trait[]
  /** What the user's limits leave out, plainly written. */
  beyond: Trait[]
}

/** The plainest classes: what the first accepted submission of the run had. */
function baseRow(classes: Class[][], accepted: Fields): Row {
  return classes.map((choices) => {
    const had = choices.findIndex(({ manners }) => manners.some(({ members }) => areIn(members, accepted)))
    return Math.max(0, had)
  })
}

const areIn = (members: Trait['members'], fields: Fields) =>
  members.length > 0 && members.every(([name, json]) => fields[JSON.parse(name)] === JSON.parse(json))

/** Everything at its largest, in one submission. */
function largestRow(classes: Class[][]): Row {
  return classes.map((choices) => {
    const [first] = choices
    if (first?.place === 'model' || first?.place === 'input') return 0
    const named = choices.findIndex(({ name }) => name === 'longest' || name === 'fastest' || name === 'usual')
    return named >= 0 ? named : choices.length - 1
  })
}

/**
 * Where the default of a field hangs on another one (§4: the depth at 1080p and 4k), whoever works it out may look at a
 * third: so it is left out beside shapes other than the usual one, too, with something else in each other place.
 */
function defaultRows(classes: Class[][]): Row[] {
  const at = (place: Place, name: string) =>
    classes.find(([first]) => first?.place === place)!.findIndex((each) => each.name === name)
  const words = Object.keys(FIELDS.bit_depth.defaultAt).map((word) => at('resolution', word))
  const shapes = ['other', 'upright'].map((name) => at('ratio', name))
  return words
    .filter((word) => word >= 0)
    .flatMap((word, turn) =>
      shapes.map((shape) =>
        classes.map((choices) => {
          const { place } = choices[0]!
          if (place === 'bit_depth') return at(place, leftOut(place).name)
          if (place === 'resolution') return word
          return place === 'ratio' ? shape : (shape + turn) % choices.length
        }),
      ),
    )
}

const books = new Map<string, Row[]>()

/** The same sizes need the same rows; finding them takes a moment. */
function covered(sizes: number[], first: Row[]): Row[] {
  const name = JSON.stringify([sizes, first])
  const known = books.get(name) ?? coverPairs(sizes, first)
  books.set(name, known)
  return known
}

/** As few submissions as hold every pair of classes (in full) or every class, and as many manners as they have room for. */
export function orderBook(profile: Profile, means: Means, accepted: Fields): OrderBook {
  const classes = classesOf(means)
  const sizes = classes.map((choices) => choices.length)
  const base = baseRow(classes, accepted)
  const resting = restingRow(classes, base)
  const largest = largestRow(classes)
  const known = [base, resting]
  // Made as for two aliases where there is one: what is ordered does not hang on what the server lists.
  const usual = sizes.map((size, place) => (place === MODEL ? Math.max(2, size) : size))
  const covering =
    profile === 'full'
      ? covered(usual, [largest, ...defaultRows(classes)])
      : coverValues(usual, [...known, largest], base).slice(known.length)
  const all = covering.map((row) => row.map((value, place) => Math.min(value, sizes[place]! - 1)))
  const rows = profile === 'full' ? all : withImages(all, classes)
  const dealt = deal(classes, rows, extrasOf(means))
  const most = profile === 'full' ? Math.floor(fewestRows(sizes) * BEYOND) - NEIGHBOURS : rows.length
  const { orders, left } = withRest(dealt.orders, dealt.left, orderOf(classes, base), most)
  const plainestOrder = orderOf(classes, base)
  const beside = profile === 'full' ? neighboursOf(plainestOrder, classes) : cheapOnes(plainestOrder, classes, means)
  const told = profile === 'full' ? orders : orders.map((order) => sayingMore(order, classes, means))
  return {
    classes,
    base: plainestOrder,
    orders: [...told, ...beside],
    extras: extrasOf(means),
    left,
    beyond: beyondLimits(means),
  }
}

/**
 * Whoever makes ids from a part of the body gives one of these the id of the one before it, from which it differs in one
 * field, or in the two that are most easily forgotten; the first of them differs so from the plainest. They are sent one
 * behind the other, since some forget after seconds what they were sent.
 */
function neighboursOf(base: Order, classes: Class[][]): Order[] {
  const ways: readonly (readonly [Place, string])[][] = [
    [['resolution', '720p']],
    [['duration', 'between']],
    // What is the default would say the same as nothing.
    [
      ['fps', 'slowest'],
      ['bit_depth', '10 bit'],
    ],
  ]
  const traitOf = ([place, name]: readonly [Place, string]) =>
    classes.flat().find((each) => each.place === place && each.name === name)?.manners[0]
  let last = base
  return ways.flatMap((way) => {
    const traits = way.flatMap((each) => traitOf(each) ?? [])
    if (traits.length === 0) return []
    last = { ...last, ...Object.fromEntries(traits.map((trait) => [trait.place, trait])) }
    return [last]
  })
}

/** What the jobs of the quiet phase are made of: all of one body, and that as cheap as can be. */
export function restingOrder({ classes, base }: OrderBook): Order {
  const word = classes.flat().find(({ place, name }) => place === 'resolution' && name === '480p')?.manners[0]
  return word ? { ...base, resolution: word } : base
}

function restingRow(classes: Class[][], base: Row): Row {
  return base.map((value, place) => {
    const cheapest = classes[place]!.findIndex(({ name }) => name === '480p')
    return cheapest >= 0 ? cheapest : value
  })
}

function orderOf(classes: Class[][], row: Row): Order {
  const traits = row.flatMap((value, place) => plainest(classes[place]![value]!) ?? [])
  return Object.fromEntries(traits.map((trait) => [trait.place, trait]))
}

function beyondLimits(means: Means): Trait[] {
  const within = new Set(classesOf(means).flatMap((choices) => choices.map(({ name, place }) => `${place} ${name}`)))
  const all = classesOf({ ...means, maxResolution: undefined, maxDuration: undefined }).flat()
  return all.filter(({ name, place }) => !within.has(`${place} ${name}`)).flatMap((each) => plainest(each) ?? [])
}

const plainest = ({ manners }: Class) => manners.find(({ name }) => name === PLAIN_PROMPT) ?? manners[0]

/** Which alias stands in a row: the one that has met the fewest of its classes, since servers keep defaults and ends by model. */
class AliasesInRows {
  readonly #met = new Map<Trait, Set<string>>()

  nextFor(row: Row, aliases: readonly Trait[]): Trait | undefined {
    const classes = row.map((value, place) => `${place}.${value}`)
    const newTo = (alias: Trait) => classes.filter((each) => !this.#met.get(alias)?.has(each)).length
    const [next] = [...aliases].sort((one, other) => newTo(other) - newTo(one))
    if (next) this.#met.set(next, new Set([...(this.#met.get(next) ?? []), ...classes]))
    return next
  }
}

/** The manners of each class in turn, over the rows in which it stands. */
function deal(classes: Class[][], rows: readonly Row[], extras: readonly Trait[]): { orders: Order[]; left: Trait[] } {
  const turns = new Map<Class, number>()
  const aliases = new AliasesInRows()
  // The manners of a class are dealt in turn, and its first is the last alias.
  const lastAliasAt = rows.findIndex(([model]) => classes[MODEL]?.[model!]?.name === OTHER_MODEL)
  const otherKey = extras.find(({ place }) => place === 'key')
  const orders = rows.map((row, index): Order => {
    const order: Order = {}
    row.forEach((value, place) => {
      const each = classes[place]![value]!
      const turn = turns.get(each) ?? 0
      turns.set(each, turn + 1)
      const inTurn = each.manners[turn % Math.max(1, each.manners.length)]
      const trait = each.name === OTHER_MODEL ? aliases.nextFor(row, each.manners) : inTurn
      if (trait) order[trait.place] = trait
    })
    const extra = extras[index - 1]
    if (extra) order[extra.place] = extra
    // Another key may do whatever the first one may: it asks for a share of everything, the last alias included.
    if (otherKey && (index % EVERY === 0 || index === lastAliasAt)) order.key = otherKey
    return order
  })
  const left = classes.flat().flatMap((each) => each.manners.slice(turns.get(each) ?? 0))
  return { orders, left: [...left, ...extras.slice(Math.max(0, rows.length - 1))] }
}

/** What found no row gets rows of its own, many places at once. */
function withRest(orders: Order[], left: Trait[], base: Order, most: number): { orders: Order[]; left: Trait[] } {
  const all = [...orders]
  const byPlace = Map.groupBy(left, (trait) => trait.place)
  while (all.length < most && [...byPlace.values()].some((traits) => traits.length > 0)) {
    const traits = [...byPlace.values()].flatMap((waiting) => waiting.shift() ?? [])
    all.push({ ...base, ...(Object.fromEntries(traits.map((trait) => [trait.place, trait])) as Order) })
  }
  return { orders: all, left: [...byPlace.values()].flat() }
}

/** The plainest way of writing the same value; nothing for what is of no class. */
export function plainOf(trait: Trait | undefined, { classes }: Pick<OrderBook, 'classes'>): Trait | undefined {
  const own = trait && classes.flat().find(({ manners }) => manners.includes(trait))
  return own?.manners.find((each) => asked(each) === asked(trait!))
}

const asked = ({ members }: Trait) => JSON.stringify(members.map((member) => member.map((text) => JSON.parse(text))))

/** Which pairs of classes an order holds, in words. */
export function pairsIn(order: Order, { classes }: Pick<OrderBook, 'classes'>): string[] {
  const names = classes.map((choices) => {
    const { place } = choices[0]!
    const trait = order[place as Place]
    return choices.find(({ manners }) => (trait ? manners.includes(trait) : manners.length === 0))?.name ?? ''
  })
  return names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .flatMap((other, rest) => (one && other ? `${index}:${one} ${index + 1 + rest}:${other}` : [])),
  )
}
