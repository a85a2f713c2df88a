import type { MediaFacts, Reading } from './facts.ts'
import { isUnread } from './reading/unreadable.ts'

/** What is known, or in words why nothing is. */
export function readingOf(facts: MediaFacts, missing: string | undefined): Reading {
  if (missing !== undefined) return { kind: 'not whole', what: missing, facts }
  const all = [facts.pixels, facts.seconds, facts.frames, facts.fps, facts.depth]
  const unread = all.filter((each) => isUnread(each))
  if (unread.length < all.length) return { kind: 'video', facts }
  return { kind: 'unread', why: [...new Set(unread.map((each) => each.unread))].join('; ') }
}
