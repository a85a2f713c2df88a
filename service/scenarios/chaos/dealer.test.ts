import { expect, it } from 'vitest'
import { dealer } from './dealer.ts'
import { MOST_IN_A_ROW, shuffledDeck, sizeOfDeck } from './deck.ts'

const SEEDS = Array.from({ length: 300 }, (_, seed) => `${seed}`)
const SHARES = [0.05, 0.25, 0.4, 0.5, 0.66]
const cardsOf = (count: number) => Array.from({ length: count }, (_, at) => `trouble ${at}`)

function longestRow(dealt: readonly unknown[]): number {
  let row = 0
  return dealt.reduce((longest: number, card) => {
    row = card === undefined ? 0 : row + 1
    return Math.max(longest, row)
  }, 0)
}

it('has each trouble once in a deck of the stated size, never too many in a row, over several decks', () => {
  for (const seed of SEEDS.slice(0, 40))
    for (const share of SHARES)
      for (const count of [1, 3, 12]) {
        const decks = [1, 2, 3].map((nth) => shuffledDeck(cardsOf(count), share, `${seed} ${nth}`))
        for (const deck of decks) {
          expect(deck).toHaveLength(sizeOfDeck(count, share))
          expect(deck.filter((card) => card !== undefined).sort()).toEqual(cardsOf(count).sort())
        }
        expect(longestRow(decks.flat())).toBeLessThanOrEqual(MOST_IN_A_ROW)
      }
})

it('is no larger than troubles and share, or the rows, ask for', () => {
  expect(sizeOfDeck(4, 0.4)).toBe(10)
  expect(sizeOfDeck(4, 0.66)).toBe(7)
  expect(sizeOfDeck(1, 0.01)).toBe(100)
  expect(sizeOfDeck(0, 0.5)).toBe(0)
})

it('shuffles otherwise with another seed, and just so with the same', () => {
  const shuffled = SEEDS.map((seed) => shuffledDeck(cardsOf(4), 0.4, seed))
  expect(SEEDS.map((seed) => shuffledDeck(cardsOf(4), 0.4, seed))).toEqual(shuffled)
  expect(new Set(shuffled.map((deck) => JSON.stringify(deck))).size).toBeGreaterThan(250)
  const firsts = shuffled.map(([first]) => first)
  for (const card of [...cardsOf(4), undefined]) expect(firsts).toContain(card)
})

const hand = (seed: string, who: string, count = 4) => ({ deck: 'a key', cards: cardsOf(count), seed, who })

it('lets nobody meet too many in a row, though several take from one deck', () => {
  for (const seed of SEEDS) {
    const deal = dealer<string>(0.66)
    const met: Record<string, unknown[]> = { one: [], other: [], third: [] }
    const turns = shuffledDeck(
      Object.keys(met).flatMap((who) => Array(40).fill(who)),
      0.66,
      seed,
    )
    for (const who of turns) if (who !== undefined) met[who]!.push(deal(hand(seed, who, 6)).card)
    for (const mine of Object.values(met)) expect(longestRow(mine)).toBeLessThanOrEqual(MOST_IN_A_ROW)
    const all = Object.values(met).flat()
    for (const card of cardsOf(6)) expect(all.filter((each) => each === card).length).toBeGreaterThan(3)
  }
})

it('deals each within twice the deck, though one of them can come only now and then', () => {
  for (const seed of SEEDS) {
    const deal = dealer<string>(0.4)
    const shy = 'trouble 1'
    const met: (string | undefined)[] = []
    for (let request = 0; request < 2 * sizeOfDeck(4, 0.4); request++) {
      const { card, putBack } = deal(hand(seed, 'one'))
      const isSpared = card === shy && request % 4 !== 0
      if (isSpared) putBack()
      met.push(isSpared ? undefined : card)
    }
    for (const card of cardsOf(4).filter((each) => each !== shy)) expect(met, seed).toContain(card)
    expect(longestRow(met)).toBeLessThanOrEqual(MOST_IN_A_ROW)
  }
})

it('goes on dealing the others, though one of them can never come', () => {
  const deal = dealer<string>(0.4)
  const met: (string | undefined)[] = []
  for (let request = 0; request < 200; request++) {
    const { card, putBack } = deal(hand('1', 'one'))
    if (card === 'trouble 1') putBack()
    else met.push(card)
  }
  expect(met.filter((card) => card === 'trouble 0').length).toBeGreaterThan(8)
})
