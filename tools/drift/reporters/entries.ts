import type { DriftChange, DriftReport } from '../report.ts'
import { placeInWords } from '../telling/places.ts'
import { type StandingName, standingOf } from './standing.ts'

/** Changes that have one cause, which is told once: the same thing has happened at several answers. */
export type Entry = {
  standing: StandingName
  /** Fields of one parent, headers or aliases that changed alike; nothing where it is an answer, a clause or a choice. */
  things: string[]
  /** The answers, or whatever else it happened to. */
  places: ChangedPlace[]
  changes: readonly [DriftChange, ...DriftChange[]]
}

export type ChangedPlace = { name: string; changes: readonly [DriftChange, ...DriftChange[]] }

/** In the order of the report: what matters comes first there. */
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

/** A clause or an open point is the same at no other place. */
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
