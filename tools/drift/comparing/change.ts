import { createHash } from 'node:crypto'
import type { Aspect, Where } from '../habits/habit.ts'
import type { Share } from './chance.ts'

/**
 * breaking: a working client may fail · compatible: of interest to developers · noise: the server's usual variation.
 */
export const KINDS = ['breaking', 'compatible', 'noise'] as const
export type ChangeKind = (typeof KINDS)[number]

/** Kinds of differences. */
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
  /** The values before and now, without counts. */
  before: string[]
  after: string[]
  /** How often it was seen; missing for what is not counted. */
  shares?: { before: Share; now: Share }
  /** Probability that an unchanged server shows this. */
  chance?: number
  /** How much varies at this place, if more than usual. */
  doubt?: number
  evidence: number[]
}

/** Identifies what happened, independent of the place: equal for a header that is missing from each endpoint. */
export function causeOf({ where, aspect, event, before, after }: Omit<Difference, 'kind' | 'evidence'>): string {
  const thing = where.header ?? where.pointer ?? where
  return digestOf([thing, aspect, event, [...before].sort(), [...after].sort()])
}

/** Stable id of a change, from its place and values, without counts and prose. */
export function fingerprint({ where, aspect, event, before, after }: Omit<Difference, 'kind' | 'evidence'>): string {
  const place = Object.entries(where).sort(([one], [other]) => (one < other ? -1 : 1))
  return digestOf([place, aspect, event, [...before].sort(), [...after].sort()])
}

const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
