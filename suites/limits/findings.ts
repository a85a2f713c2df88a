import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { INTRODUCTION } from '../../engine/history/entry/senders.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { isAboutMoney, lastWords, undecided } from '../../engine/judge/probes.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { type Combinations, combinationsOf, pairsIn, plainOf } from './combinations.ts'
import { CONTROL } from './submit.ts'
import { type Combination, namesIn, type Value, valuesOf } from './values.ts'

/** A set of values that is refused although its parts are accepted. */
export type Culprit = {
  names: string[]
  clause: ClauseId
  refused: Exchange
  control: Exchange
  /** The same set, if it was accepted another time. */
  acceptedOnce?: number
}

type Accepted = { names: Set<string>; n: number }

export type Findings = {
  combinations: Combinations
  accepted: Accepted[]
  culprits: Culprit[]
  /** Inconclusive submissions, and why. */
  doubts: { names: Set<string>; why: string; n: number }[]
  pairs: { accepted: Set<string>; of: number }
  /** Refused sets of values, including values that are not the cause. */
  refused: Set<string>[]
  /** Combinations that the limits of the run did not allow. */
  untried: Combination[]
}

const COMBINED: ClauseId = 'submission.combinations-accepted'
const INSIDE: ClauseId = 'submission.accepted-with-202'

/** Accepted values, and the smallest refused sets, from the valid submissions of the run. */
export function findingsOf(submissions: readonly Exchange[], facts: Facts): Findings | undefined {
  const first = submissions.find((each) => each.purpose.by === INTRODUCTION && succeeded(each))
  const combinations = first && combinationsOf(facts, first.request.body)
  if (!first || !combinations) return undefined
  const base = namesIn(combinations.base)
  const tried = lastWords(submissions).filter(({ purpose }) => purpose.tries !== undefined)
  const namesOf = ({ purpose }: Exchange) => new Set(CONTROL.in({ purpose }) ? base : purpose.tries)
  const accepted: Accepted[] = [
    { names: new Set(base), n: first.n },
    ...tried.filter(succeeded).map((each) => ({ names: namesOf(each), n: each.n })),
  ]
  const doubts: Findings['doubts'] = []
  const decided: Refused[] = []
  for (const refused of tried.filter((each) => !succeeded(each))) {
    const names = namesOf(refused)
    const isLater = ({ sent }: Exchange) => sent > refused.received
    const acceptedOnce = accepted.find((each) => isSameSet(names, each.names))?.n
    // A combination that was accepted once needs no plainer control: any accepted submission shows that jobs are accepted.
    const control =
      tried.find((each) => CONTROL.in(each) && isLater(each)) ??
      (acceptedOnce === undefined ? undefined : tried.find((each) => succeeded(each) && isLater(each)))
    const why = whyNoVerdict(refused, control)
    if (why === undefined) {
      const blamed = blameOf(names, combinations)
      decided.push({ names, blamed, refused, control: control!, ...(acceptedOnce !== undefined && { acceptedOnce }) })
    } else if (acceptedOnce === undefined || statusOf(refused) !== 429) doubts.push({ names, why, n: refused.n })
  }
  const { culprits, unclear } = culpritsIn(decided, accepted, combinations)
  for (const { names, blamed, refused, control } of unclear) {
    const broken = clauseFor(blamed, combinations, accepted)
    // Each value has to be accepted, so this refusal is a violation, no matter which value caused it.
    if (clause(broken).level === 'must') {
      culprits.push({ names: namesOfAll(blamed), clause: broken, refused, control })
      continue
    }
    const why = `${receivedInWords(refused)}, and the refused value could not be isolated`
    doubts.push({ names, why, n: refused.n })
  }
  const asked = new Set(tried.map(({ purpose }) => purpose.tries?.join()))
  return {
    combinations,
    accepted,
    culprits: distinct(culprits),
    doubts,
    pairs: pairsOf(combinations, accepted),
    refused: decided.map(({ names }) => names),
    untried: combinations.all.filter((each) => !asked.has(namesIn(each).join())),
  }
}

/** A difference from the plainest submission; without a value, the field was left out. */
type Blamed = { name: string; value?: Value }
type Refused = Omit<Culprit, 'clause' | 'names'> & { names: Set<string>; blamed: readonly Blamed[] }

const blamedFor = (value: Value | undefined): Blamed | undefined => value && { name: value.name, value }
const namesOfAll = (blamed: readonly Blamed[]) => blamed.map(({ name }) => name)
const isIn = ({ name }: Blamed, all: readonly Blamed[]) => all.some((each) => each.name === name)
const isPart = (part: readonly Blamed[], whole: readonly Blamed[]) =>
  part.length < whole.length && part.every((each) => isIn(each, whole))
const isSame = (one: readonly Blamed[], other: readonly Blamed[]) =>
  one.length === other.length && one.every((each) => isIn(each, other))
const isSameSet = (one: Set<string>, other: Set<string>) =>
  one.size === other.size && [...one].every((each) => other.has(each))

function blameOf(names: Set<string>, combinations: Combinations): Blamed[] {
  const known = valuesOf(combinations.base)
  const added = [...names].flatMap((name) =>
    known.some((value) => value.name === name) ? [] : (valueNamed(name, combinations) ?? []),
  )
  const leftOut = known
    .filter(({ name, place }) => !names.has(name) && !added.some((each) => each.place === place))
    .map(({ place }) => ({ name: `no ${place}` }))
  return [...added.map((value) => ({ name: value.name, value })), ...leftOut]
}

function whyNoVerdict(refused: Exchange, control: Exchange | undefined): string | undefined {
  if (isAboutMoney(refused)) return `${receivedInWords(refused)}: the account may lack credits or permissions`
  const open = undecided(refused)
  if (open !== undefined || succeeded(control)) return open
  const later = control ? `the plainest submission returned ${receivedInWords(control)}` : 'no control request was sent'
  return `${receivedInWords(refused)}; afterwards ${later}`
}

function culpritsIn(decided: readonly Refused[], accepted: readonly Accepted[], combinations: Combinations) {
  const plainly = (blamed: readonly Blamed[]) =>
    blamed.map((each) => blamedFor(plainOf(each.value, combinations)) ?? each)
  const blames = decided.filter(({ acceptedOnce }) => acceptedOnce === undefined)
  // A value that is refused in its plainest form explains refusals of its other forms.
  const isExplained = ({ blamed }: Refused) =>
    blames.some(
      (other) =>
        isPart(other.blamed, blamed) ||
        isPart(other.blamed, plainly(blamed)) ||
        (!isSame(plainly(blamed), blamed) && isSame(other.blamed, plainly(blamed))),
    )
  const base = namesIn(combinations.base)
  const beyondBase = (blamed: readonly Blamed[]) => plainly(blamed).filter(({ name }) => !base.includes(name))
  const sometimes = refusedSometimes(
    decided.filter(({ acceptedOnce }) => acceptedOnce !== undefined),
    decided.map(({ blamed }) => beyondBase(blamed)),
  )
  const smallest = sometimes.explainsAll ? [] : blames.filter((each) => !isExplained(each))
  const { isolated = [], unclear = [] } = Object.groupBy(smallest, ({ blamed }) =>
    blamed.every((each) => isAcceptedWithout(each, blamed, accepted, combinations)) ? 'isolated' : 'unclear',
  )
  const culprits = isolated.map(({ blamed, refused, control }): Culprit => {
    return { names: namesOfAll(blamed), clause: clauseFor(blamed, combinations, accepted), refused, control }
  })
  return { culprits: [...sometimes.culprits, ...culprits], unclear }
}

/**
 * Submissions that were refused once and accepted another time. Values common to all refused submissions are refused
 * intermittently, and explain the rest.
 */
function refusedSometimes([first]: readonly Refused[], all: readonly (readonly Blamed[])[]) {
  if (!first) return { culprits: [], explainsAll: false }
  const common = all.reduce((left, each) => left.filter((one) => isIn(one, each)))
  const named = common.length > 0 ? common : first.blamed
  const names = named.length > 0 ? namesOfAll(named) : ['the plainest submission']
  const clause = (common.length === 1 && common[0]?.value?.clause) || INSIDE
  const { refused, control, acceptedOnce } = first
  const culprit: Culprit = { names, clause, refused, control, ...(acceptedOnce !== undefined && { acceptedOnce }) }
  return { culprits: [culprit], explainsAll: common.length > 0 }
}

/** The other values are accepted without it, so it is part of the cause. */
function isAcceptedWithout(
  one: Blamed,
  blamed: readonly Blamed[],
  accepted: readonly Accepted[],
  combinations: Combinations,
): boolean {
  const rest = blamed.filter((other) => other !== one)
  return accepted.some(({ names }) => {
    const theirs = blameOf(names, combinations)
    return !isIn(one, theirs) && rest.every((other) => isIn(other, theirs))
  })
}

/** A refused value that the specification only implies explains every refusal that contains it. */
function clauseFor(blamed: readonly Blamed[], combinations: Combinations, accepted: readonly Accepted[]): ClauseId {
  const sent = blamed.flatMap(({ value }) => value ?? [])
  const doubtful = sent.find((value) => clause(value.clause).level === 'should')
  if (doubtful) return doubtful.clause
  if (sent.length > 1) return COMBINED
  const own = sent[0]?.clause ?? INSIDE
  if (sent.length < blamed.length) return own
  return isAcceptedWithoutDuration(blamed[0]!, combinations, accepted) ? COMBINED : own
}

/** The plainest submission has a duration: the value is accepted without one and refused with it. */
function isAcceptedWithoutDuration({ name }: Blamed, combinations: Combinations, accepted: readonly Accepted[]) {
  const { duration, ...others } = combinations.base
  const rest = namesIn(others)
  if (!duration) return false
  return accepted.some(({ names }) => {
    const replaced = rest.filter((each) => !names.has(each))
    const hasDuration = [...names].some((each) => valueNamed(each, combinations)?.place === 'duration')
    return names.has(name) && !hasDuration && replaced.length <= 1 && names.size <= rest.length + 1
  })
}

export function valueNamed(name: string, { classes, base, extras }: Combinations): Value | undefined {
  const all = [...classes.flat().flatMap(({ forms }) => forms), ...extras, ...valuesOf(base)]
  return all.find((value) => value.name === name)
}

function distinct(culprits: Culprit[]): Culprit[] {
  const byNames = new Map(culprits.toReversed().map((each) => [[...each.names].sort().join(), each]))
  return culprits.filter((each) => each.names.length > 0 && [...byNames.values()].includes(each))
}

function pairsOf(combinations: Combinations, accepted: readonly Accepted[]): Findings['pairs'] {
  const { classes } = combinations
  const all = classes.flatMap((one, index) => classes.slice(index + 1).map((other) => one.length * other.length))
  const seen = accepted.flatMap(({ names }) => {
    const values = [...names].flatMap((name) => valueNamed(name, combinations) ?? [])
    return pairsIn(Object.fromEntries(values.map((value) => [value.place, value])), combinations)
  })
  return { accepted: new Set(seen), of: all.reduce((sum, pairs) => sum + pairs, 0) }
}
