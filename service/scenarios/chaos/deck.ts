import { createHash } from 'node:crypto'

/** Never more of them one after the other. */
export const MOST_IN_A_ROW = 2

/** How many requests there are to a deck: each trouble once, and in between them enough that go well. */
export function sizeOfDeck(troubles: number, share: number): number {
  return Math.max(Math.ceil(troubles / share), troubles + Math.ceil(troubles / MOST_IN_A_ROW))
}

/**
 * Each trouble once, in an order that the seed alone decides. What goes well stands behind each group of
 * troubles, and so at the end: two decks, one after the other, keep the bound, too.
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
