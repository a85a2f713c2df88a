import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { INTRODUCTION } from '../../engine/history/entry/no-phases.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { isAboutMoney, lastWords, undecided } from '../../engine/judge/probes.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { bookOf } from './book.ts'
import { type OrderBook, pairsIn, plainOf } from './order-book.ts'
import { CONTROL } from './placing.ts'
import { type Order, type Place, type Trait, traitsOf } from './trait.ts'

/** A set of traits that is refused although no part of it is. */
export type Culprit = {
  names: string[]
  clause: ClauseId
  refused: Exchange
  control: Exchange
  /** The same, where it was accepted another time. */
  acceptedOnce?: number
}

export type Findings = {
  book: OrderBook
  accepted: { names: Set<string>; n: number }[]
  culprits: Culprit[]
  /** Orders that say nothing, and why. */
  doubts: { names: Set<string>; why: string; n: number }[]
  pairs: { accepted: Set<string>; of: number }
  /** Refused sets of values, including values that are not the cause. */
  refused: Set<string>[]
  /** Orders that the limits of the run did not allow. */
  untried: Order[]
}

const COMBINED: ClauseId = 'submission.combinations-accepted'
const INSIDE: ClauseId = 'submission.accepted-with-202'

/** Accepted values, and the smallest refused sets, from the run's valid submissions. */
export function findingsOf(submissions: readonly Exchange[], facts: Facts): Findings | undefined {
  const first = submissions.find((each) => each.purpose.by === INTRODUCTION && succeeded(each))
  const book = first && bookOf(facts, first.request.body)
  if (!first || !book) return undefined
  const base = traitsOf(book.base).map(({ name }) => name)
  const tried = lastWords(submissions).filter(({ purpose }) => purpose.tries !== undefined)
  const namesOf = ({ purpose }: Exchange) => new Set(CONTROL.in({ purpose }) ? base : purpose.tries)
  const accepted = [first, ...tried.filter(succeeded)].map((each) => ({
    names: each === first ? new Set(base) : namesOf(each),
    n: each.n,
  }))
  const refusals = tried.filter((each) => !succeeded(each))
  const doubts: Findings['doubts'] = []
  const decided: { names: Set<string>; refused: Exchange; control: Exchange }[] = []
  for (const refused of refusals) {
    const names = namesOf(refused)
    const isLater = ({ sent }: Exchange) => sent > refused.received
    const wasAccepted = accepted.some((each) => isSameSet(names, each.names))
    // What was accepted itself at another time needs no plainer one: whatever else is accepted shows that the server takes jobs.
    const control =
      tried.find((each) => CONTROL.in(each) && isLater(each)) ??
      (wasAccepted ? tried.find((each) => succeeded(each) && isLater(each)) : undefined)
    const why = whyNoVerdict(refused, control)
    if (why === undefined && control) decided.push({ names, refused, control })
    else doubts.push({ names, why: why ?? '', n: refused.n })
  }
  const all = decided.map((each) => ({
    ...each,
    blamed: blameOf(each.names, book),
    acceptedOnce: accepted.find(({ names }) => isSameSet(names, each.names))?.n,
  }))
  const isAccepted = (each: (typeof all)[number]): each is typeof each & RefusedOnce => each.acceptedOnce !== undefined
  const blames = all.filter((each) => !isAccepted(each))
  const plainly = (blamed: readonly Blamed[]) => blamed.map((each) => blamedFor(plainOf(each.trait, book)) ?? each)
  const isRefusedPlainly = ({ blamed }: (typeof blames)[number]) =>
    !isSame(plainly(blamed), blamed) && blames.some((other) => isSame(other.blamed, plainly(blamed)))
  // What is refused plainly written is the cause however it is written elsewhere.
  const isExplained = ({ blamed }: (typeof blames)[number]) =>
    blames.some((other) => isPart(other.blamed, blamed) || isPart(other.blamed, plainly(blamed)))
  const smallest = blames
    .filter((each) => !isExplained(each))
    // Refused however it is written, so not for how.
    .filter((each) => !isRefusedPlainly(each))
  const beyondBase = (blamed: readonly Blamed[]) => plainly(blamed).filter(({ name }) => !base.includes(name))
  const nowAndThen = refusedNowAndThen(
    all.filter(isAccepted),
    all.map(({ blamed }) => beyondBase(blamed)),
  )
  const culprits: Culprit[] = [...nowAndThen.culprits]
  for (const { blamed, refused, control, names } of nowAndThen.explainsAll ? [] : smallest) {
    const isTakenApart = blamed.every((each) => isAcceptedWithout(each, blamed, accepted, book))
    if (isTakenApart)
      culprits.push({ names: namesOfAll(blamed), clause: clauseFor(blamed, book, accepted), refused, control })
    else
      doubts.push({
        names,
        why: `${receivedInWords(refused)}, and the refused value could not be isolated`,
        n: refused.n,
      })
  }
  const asked = new Set(tried.map(({ purpose }) => purpose.tries?.join()))
  return {
    book,
    accepted,
    culprits: distinct(culprits),
    doubts,
    pairs: pairsOf(book, accepted),
    refused: decided.map(({ names }) => names),
    untried: book.orders.filter(
      (order) =>
        !asked.has(
          traitsOf(order)
            .map(({ name }) => name)
            .join(),
        ),
    ),
  }
}

type RefusedOnce = Pick<Culprit, 'refused' | 'control'> & { blamed: readonly Blamed[]; acceptedOnce: number }

/**
 * What was refused once and accepted another time. What all that was ever refused has in common is refused now and then,
 * and explains the rest; where there is nothing of the kind, nobody can say what of it is.
 */
function refusedNowAndThen(once: readonly RefusedOnce[], all: readonly (readonly Blamed[])[]) {
  const [first] = once
  if (!first) return { culprits: [], explainsAll: false }
  const { blamed, ...rest } = first
  const common = all.reduce((left, each) => left.filter((one) => isIn(one, each)))
  const named = common.length > 0 ? common : blamed
  const names = named.length > 0 ? namesOfAll(named) : ['the plainest submission']
  const clause = (common.length === 1 && common[0]?.trait?.clause) || INSIDE
  return { culprits: [{ ...rest, names, clause }], explainsAll: common.length > 0 }
}

const isSameSet = (one: Set<string>, other: Set<string>) =>
  one.size === other.size && [...one].every((each) => other.has(each))

function whyNoVerdict(refused: Exchange, control: Exchange | undefined): string | undefined {
  if (isAboutMoney(refused)) return `${receivedInWords(refused)}: the account may lack credits or permissions`
  const open = undecided(refused)
  if (open !== undefined) return open
  if (succeeded(control)) return undefined
  const later = control ? `the plainest submission returned ${receivedInWords(control)}` : 'no control request was sent'
  return `${receivedInWords(refused)}; afterwards ${later}`
}

/** What an order has that the plainest one has not; without a trait, what it leaves out. */
type Blamed = { name: string; place: Place; trait?: Trait }

const blamedFor = (trait: Trait | undefined): Blamed | undefined =>
  trait && { name: trait.name, place: trait.place, trait }
const namesOfAll = (blamed: readonly Blamed[]) => blamed.map(({ name }) => name)

const isIn = ({ name }: Blamed, all: readonly Blamed[]) => all.some((each) => each.name === name)
const isPart = (part: readonly Blamed[], whole: readonly Blamed[]) =>
  part.length < whole.length && part.every((each) => isIn(each, whole))
const isSame = (one: readonly Blamed[], other: readonly Blamed[]) =>
  one.length === other.length && one.every((each) => isIn(each, other))

/** Taken back alone, it makes the rest be accepted: so it belongs to the cause. */
function isAcceptedWithout(
  one: Blamed,
  blamed: readonly Blamed[],
  accepted: Findings['accepted'],
  book: OrderBook,
): boolean {
  const rest = blamed.filter((other) => other !== one)
  return accepted.some(({ names }) => {
    const theirs = blameOf(names, book)
    return !isIn(one, theirs) && rest.every((other) => isIn(other, theirs))
  })
}

function blameOf(names: Set<string>, book: OrderBook): Blamed[] {
  const { base } = book
  const known = traitsOf(base)
  const added = [...names].flatMap((name) =>
    known.some((trait) => trait.name === name) ? [] : (blamedFor(traitNamed(name, book)) ?? []),
  )
  const leftOut = known
    .filter(({ name, place }) => !names.has(name) && !added.some((each) => each.place === place))
    .map(({ place }) => ({ name: `no ${place}`, place }))
  return [...added, ...leftOut]
}

/** The plainest submission has a duration of its own: what is accepted without it is refused beside it. */
function isAcceptedWithoutDuration({ name }: Blamed, book: OrderBook, accepted: Findings['accepted']): boolean {
  const { duration, ...others } = book.base
  const trait = traitsOf(others).map((each) => each.name)
  if (!duration) return false
  return accepted.some(({ names }) => {
    const replaced = trait.filter((each) => !names.has(each))
    return names.has(name) && !hasDuration(names, book) && replaced.length <= 1 && names.size <= trait.length + 1
  })
}

const hasDuration = (names: Set<string>, book: OrderBook) =>
  [...names].some((name) => traitNamed(name, book)?.place === 'duration')

/** What is lawful only in a careful reader's eyes takes the blame for every company that it is refused in. */
function clauseFor(blamed: readonly Blamed[], book: OrderBook, accepted: Findings['accepted']): ClauseId {
  const sent = blamed.flatMap(({ trait }) => trait ?? [])
  const doubtful = sent.find((trait) => clause(trait.clause).level === 'should')
  if (doubtful) return doubtful.clause
  if (sent.length > 1) return COMBINED
  // Refused where nothing else is said, it is refused for itself.
  if (sent.length < blamed.length) return sent[0]?.clause ?? INSIDE
  return isAcceptedWithoutDuration(blamed[0]!, book, accepted) ? COMBINED : (sent[0]?.clause ?? INSIDE)
}

export function traitNamed(name: string, { classes, base, extras }: OrderBook): Trait | undefined {
  const all = [...classes.flat().flatMap(({ manners }) => manners), ...extras, ...traitsOf(base)]
  return all.find((trait) => trait.name === name)
}

function distinct(culprits: Culprit[]): Culprit[] {
  const known = new Set<string>()
  return culprits.filter(({ names }) => {
    const name = [...names].sort().join()
    return names.length > 0 && !known.has(name) && known.add(name)
  })
}

function pairsOf(book: OrderBook, accepted: Findings['accepted']): Findings['pairs'] {
  const all = book.classes.flatMap((one, index) =>
    book.classes.slice(index + 1).map((other) => one.length * other.length),
  )
  const seen = accepted.flatMap(({ names }) => {
    const traits = [...names].flatMap((name) => traitNamed(name, book) ?? [])
    return pairsIn(Object.fromEntries(traits.map((trait) => [trait.place, trait])), book)
  })
  return { accepted: new Set(seen), of: all.reduce((sum, pairs) => sum + pairs, 0) }
}
