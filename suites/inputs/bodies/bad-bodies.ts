import fc from 'fast-check'
import type { ClauseId } from '../../../spec/clauses.ts'
import { judgeBodyText, type Opinion } from '../../../spec/oracle.ts'
import type { FieldName } from '../../../spec/words.ts'
import { mistakes } from './mistakes.ts'
import { spoiltTexts } from './spoilt-text.ts'
import { type Fields, type OtherFields, otherFieldSets, otherFieldsWithout } from './valid-values.ts'
import { type LikelyMistake, likelyMistakes } from './wrong-values.ts'

/** An invalid body, and the one clause that it violates; sometimes it has two mistakes and names one of their clauses. */
export type BadBody = { breaks: ClauseId; kind: string; what: string; text: string }

/** Input for bad bodies: the fields of an accepted body, and further values that the server accepts. */
export type Material = { accepted: Fields; aliases: readonly string[]; imageUrl?: string }

type Drawn = Omit<BadBody, 'breaks'>

/** How many likely mistakes are sent for each random one. */
const LIKELY_FOR_ONE = 3

/** Bodies with two mistakes find servers in which one mistake hides or cancels the other. */
const ONE_IN_SO_MANY_HAS_TWO = 16

/**
 * Endless bodies that are refused for one reason, made from an accepted body by one change and some other valid fields.
 * They are minimal, so no shrinking is needed. Likely mistakes come first, with each set of other fields in random order,
 * interleaved with random mistakes. The same seed yields the same bodies.
 */
export function* badBodies(material: Material, seed: number): Generator<BadBody> {
  const seen = new Set<string>()
  const crossed = likelyOnes(material, seed)
  const drawn = anyOnes(material, seed)
  const withTwo = twoAtOnce(material, seed)
  for (let turn = 0; ; turn++) {
    const likely = turn % (LIKELY_FOR_ONE + 1) < LIKELY_FOR_ONE ? crossed.next().value : undefined
    const one = likely ?? drawn.next().value!
    const two = turn % ONE_IN_SO_MANY_HAS_TWO === ONE_IN_SO_MANY_HAS_TWO - 1 ? withTwo.next().value : undefined
    const body = two ?? one
    if (seen.has(body.text)) continue
    seen.add(body.text)
    const breaks = two?.breaks ?? onlyReason(body.text, material)
    if (breaks) yield { ...body, breaks }
  }
}

/**
 * Each kind of mistake with each set of other fields, in varying forms: a server may miss it only with certain fields, or
 * only in one form. Violations of must clauses come first.
 */
function* likelyOnes(material: Material, seed: number): Generator<Drawn, undefined> {
  const { accepted, aliases } = material
  const mistakes = shuffled(likelyMistakes({ aliases, model: String(accepted.model) }), seed)
  const kinds = [...Map.groupBy(mistakes, ({ kind }) => kind).values()].map(waysOf)
  const all = shuffled(otherFieldSets(material), seed)
  for (let round = 0; kinds.some((ways) => round < ways.most); round++) {
    const some = kinds.flatMap((ways) =>
      all.flatMap((otherFields, nth) => {
        const mistake = ways.at(round, nth)
        return mistake ? [{ mistake, otherFields }] : []
      }),
    )
    const inSomeOrder = shuffled(some, seed + round)
    const [musts, others] = [true, false].map((is) => inSomeOrder.filter(({ mistake }) => mistake.isOfMust === is))
    for (const [index, { mistake, otherFields }] of [...musts!, ...others!].entries())
      yield* likelyOne(material, mistake, otherFields, index % 2 === 0)
  }
  return undefined
}

/** The forms of one mistake, a different one for each set of other fields: values just out of range first, rare ones last. */
function waysOf(mistakes: readonly LikelyMistake[]) {
  const often = mistakes.filter(({ seldom }) => !seldom)
  const tiers = [
    often.filter(({ isNear }) => isNear),
    often.filter(({ isNear }) => !isNear),
    mistakes.filter(({ seldom }) => seldom),
  ]
  return {
    most: mistakes.length,
    at(round: number, nth: number): LikelyMistake | undefined {
      let left = round
      for (const tier of tiers) {
        if (left < tier.length) return tier[(left + nth) % tier.length]
        left -= tier.length
      }
      return undefined
    },
  }
}

function shuffled<T>(all: readonly T[], seed: number): T[] {
  const [inSomeOrder = []] = fc.sample(fc.shuffledSubarray([...all], { minLength: all.length }), { seed, numRuns: 1 })
  return inSomeOrder
}

function* likelyOne(
  { accepted: { model, prompt } }: Material,
  { field, instead }: LikelyMistake,
  { what, fields, without }: OtherFields,
  first: boolean,
): Generator<Drawn> {
  // A set with a valid value for the same field leaves no place for the wrong one.
  if (field in fields || field === without) return
  const rest = omit({ model, prompt, ...fields }, field, ...(without ? [without] : []))
  const besides = Object.keys(fields).length > 0 ? ` beside ${what}` : ''
  const said = instead === 'nothing' ? 'missing' : JSON.stringify(instead.value)
  yield {
    kind: `${field} ${instead === 'nothing' ? 'missing' : 'wrong'}`,
    what: `${field} ${said}${besides}`,
    text: written(instead === 'nothing' ? {} : { [field]: instead.value }, rest, first),
  }
}

function* anyOnes({ accepted, aliases }: Material, seed: number): Generator<Drawn, never> {
  const arbitraries = arbitrariesOf(accepted, aliases)
  for (let round = 0; ; round++) {
    const drawn = arbitraries.map((arbitrary, index) =>
      fc.sample(arbitrary, { seed: seed + round * 1009 + index * 31, numRuns: AT_ONCE }),
    )
    for (let turn = 0; turn < AT_ONCE; turn++) for (const each of drawn) if (each[turn]) yield each[turn]!
  }
}

const AT_ONCE = 8

function arbitrariesOf(accepted: Fields, aliases: readonly string[]): fc.Arbitrary<Drawn>[] {
  const { model, prompt } = accepted
  const ofFields = mistakes(aliases).map(({ field, kind, instead }) =>
    fc.tuple(instead, otherFieldsWithout(field), fc.boolean()).map(([made, otherFields, first]): Drawn => {
      const wrong = made === 'nothing' ? {} : { [field]: made.value }
      const said = made === 'nothing' ? kind : JSON.stringify(made.value)
      const beside = Object.keys(otherFields).length > 0 ? ` beside ${Object.keys(otherFields).join(', ')}` : ''
      const text = written(wrong, omit({ model, prompt, ...otherFields }, field), first)
      return { kind: `${field} ${kind}`, what: `${field} ${said}${beside}`, text }
    }),
  )
  const ofTexts = spoiltTexts(JSON.stringify(accepted)).map(({ kind, text }) =>
    text.map((spoilt): Drawn => ({ kind: `a valid body ${kind}`, what: `the body ${spoilt}`, text: spoilt })),
  )
  return [...ofFields, ...ofTexts]
}

function* twoAtOnce(material: Material, seed: number): Generator<BadBody, never> {
  const { model, prompt } = material.accepted
  const mistakes = likelyMistakes({ aliases: material.aliases, model: String(model) })
  const two = fc
    .tuple(fc.constantFrom(...mistakes), fc.constantFrom(...mistakes))
    .filter(([one, other]) => one.field !== other.field)
  for (let round = 0; ; round++) {
    for (const both of fc.sample(two, { seed: seed + round * 7919, numRuns: AT_ONCE })) {
      const wrong = both.flatMap(({ field, instead }) => (instead === 'nothing' ? [] : [[field, instead.value]]))
      const rest = omit({ model, prompt }, ...both.map(({ field }) => field))
      const text = JSON.stringify({ ...rest, ...Object.fromEntries(wrong) })
      const refusals = refusalsIn(judged(text, material))
      if (refusals.length < 2) continue
      const said = both.map(({ field, instead }) =>
        instead === 'nothing' ? `no ${field}` : `${field} ${JSON.stringify(instead.value)}`,
      )
      yield { kind: 'two things wrong', what: said.join(' and '), text, breaks: refusals[0]!.by as ClauseId }
    }
  }
}

const written = (wrong: Fields, rest: Fields, first: boolean) =>
  JSON.stringify(first ? { ...wrong, ...rest } : { ...rest, ...wrong })

function omit(fields: Fields, ...names: FieldName[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(names as string[]).includes(name)))
}

/** The only clause that the body violates. The result does not depend on open points in other fields. */
export function onlyReason(text: string, material: Material): ClauseId | undefined {
  const opinion = judged(text, material)
  const [reason, ...others] = refusalsIn(opinion)
  if (!reason || others.length > 0) return undefined
  const hides = (each: Reason) => each.verdict === 'open' && each.field === reason.field
  return opinion.reasons.some(hides) ? undefined : (reason.by as ClauseId)
}

/** A body whose job may fail instead is not refused. */
function refusalsIn({ verdict, orJobFails, reasons }: Opinion): Reason[] {
  return verdict === 'refuse' && !orJobFails ? reasons.filter((reason) => reason.verdict === 'refuse') : []
}

type Reason = Opinion['reasons'][number]

function judged(text: string, { aliases, imageUrl }: Material): Opinion {
  return judgeBodyText(text, { aliases, ...(imageUrl && { images: [imageUrl] }) })
}
