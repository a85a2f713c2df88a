import { createHash } from 'node:crypto'
import type { Aspect, Where } from '../habits/habit.ts'
import type { Share } from './chance.ts'

/** breaking: a client that worked may fail · compatible: its developer wants to know · noise: the server's own scatter. */
export const KINDS = ['breaking', 'compatible', 'noise'] as const
export type ChangeKind = (typeof KINDS)[number]

/** What happened to one habit of a server. */
export type Event =
  | 'broken'
  | 'mended'
  | 'gone'
  | 'missing at times'
  | 'new'
  | 'another type'
  | 'another form'
  | 'another word'
  | 'refused now'
  | 'accepted now'
  | 'another status'
  | 'another choice'
  | 'another state'
  | 'another order'
  | 'slower'
  | 'faster'
  | 'more polls'
  | 'fewer polls'

export type Difference = {
  where: Where
  aspect: Aspect
  event: Event
  kind: ChangeKind
  /** What stood there, and what stands there now, without a count. */
  before: string[]
  after: string[]
  /** How often it was so, then and now; nothing for what is not counted. */
  shares?: { before: Share; now: Share }
  /** How probable it is that a server which has not changed shows this. */
  chance?: number
  /** How much of that is scatter, where it is more than usual at that place. */
  doubt?: number
  evidence: number[]
}

/** What happened, wherever it happened: the same for a header that is gone from the answers of each endpoint. */
export function causeOf({ where, aspect, event, before, after }: Omit<Difference, 'kind' | 'evidence'>): string {
  const thing = where.header ?? where.pointer ?? where
  return digestOf([thing, aspect, event, [...before].sort(), [...after].sort()])
}

/** The same on the next day and on another machine: of the place and the change alone, free of counts and prose. */
export function fingerprint({ where, aspect, event, before, after }: Omit<Difference, 'kind' | 'evidence'>): string {
  const place = Object.entries(where).sort(([one], [other]) => (one < other ? -1 : 1))
  return digestOf([place, aspect, event, [...before].sort(), [...after].sort()])
}

const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
