import type { DriftChange, DriftReport } from '../report.ts'
import { placeInWords } from '../telling/places.ts'
import { type StandingName, standingOf } from './standing.ts'

/** Changes with the same cause at several places, reported once. */
export type Entry = {
  standing: StandingName
  /** Fields of one parent, headers or aliases that changed alike; empty for a response, clause or choice. */
  things: string[]
  /** The responses, or other places. */
  places: ChangedPlace[]
  changes: readonly [DriftChange, ...DriftChange[]]
}

export type ChangedPlace = { name: string; changes: readonly [DriftChange, ...DriftChange[]] }

/** In the order of the report: most important first. */
function entriesOf(changes: readonly DriftChange[]): Entry[] {
  const alike = groupedBy(changes, (each) => JSON.stringify([...manner(each), thingOf(each), siteOf(each)]))
  const together = groupedBy(alike, (group) => {
    const [first] = group
    return JSON.stringify([...manner(first), familyOf(first), [...new Set(group.map(placeOf))].sort()])
  })
  return together.map((groups) => entryOf(groups.flat() as unknown as Entry['changes']))
}

export const standingIn = ({ changes }: Pick<DriftReport, 'changes'>, standing: StandingName): Entry[] =>
  entriesOf(changes.filter((each) => standingOf(each) === standing))

function entryOf(changes: Entry['changes']): Entry {
  const [first] = changes
  return {
    standing: standingOf(first),
    things: [...new Set(changes.flatMap((each) => thingOf(each) ?? []))],
    places: groupedBy(changes, placeOf).map((own) => ({ name: placeOf(own[0]), changes: own })),
    changes,
  }
}

const manner = (change: DriftChange) => {
  const { event, aspect, before, after, accepted, reliedOn } = change
  return [standingOf(change), event, aspect, before, after, accepted ?? null, reliedOn ?? null]
}

function thingOf({ where: { header, pointer, alias } }: DriftChange): string | undefined {
  return header ?? alias ?? (pointer === '' ? 'the body' : pointer)
}

/** Clauses and open points have only one place. */
const siteOf = ({ where: { clause, open } }: DriftChange) => clause ?? open ?? null

function familyOf(change: DriftChange): (string | null)[] {
  const { header, pointer, alias } = change.where
  if (header !== undefined) return ['header']
  if (alias !== undefined) return ['alias']
  return pointer === undefined ? [siteOf(change)] : ['pointer', pointer.slice(0, pointer.lastIndexOf('/') + 1)]
}

function placeOf({ where: { header: _, pointer: __, alias, ...where } }: DriftChange): string {
  return alias === undefined ? placeInWords(where) : 'GET /models'
}

function groupedBy<Item>(items: readonly Item[], key: (item: Item) => string): [Item, ...Item[]][] {
  return [...Map.groupBy(items, key).values()] as [Item, ...Item[]][]
}
