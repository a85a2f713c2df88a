import { createHash } from 'node:crypto'

/** Limit of troubles in a row. */
export const MOST_IN_A_ROW = 2

/** Requests per deck: each trouble once, and enough successes between them. */
export function sizeOfDeck(troubles: number, share: number): number {
  return Math.max(Math.ceil(troubles / share), troubles + Math.ceil(troubles / MOST_IN_A_ROW))
}

/**
 * Each trouble once, in an order that depends on the seed only. Each group of troubles is followed by successes, so
 * that two decks in a row respect the limit, too.
 */
export function shuffledDeck<Card>(troubles: readonly Card[], share: number, seed: string): (Card | undefined)[] {
  const gaps = sizeOfDeck(troubles.length, share) - troubles.length
  const places = Array.from({ length: gaps * MOST_IN_A_ROW }, (_, place) => Math.floor(place / MOST_IN_A_ROW))
  const taken = shuffled(places, `${seed} places`).slice(0, troubles.length)
  const order = shuffled(troubles, `${seed} troubles`)
  return Array.from({ length: gaps }, (_, gap) => {
    const here = order.splice(0, taken.filter((place) => place === gap).length)
    return [...here, undefined]
  }).flat()
}

function shuffled<Each>(list: readonly Each[], seed: string): Each[] {
  const rank = (at: number) => createHash('sha256').update(`${seed} ${at}`).digest('hex')
  return list
    .map((each, at) => ({ each, rank: rank(at) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ each }) => each)
}
