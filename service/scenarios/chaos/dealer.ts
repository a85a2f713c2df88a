import { MOST_IN_A_ROW, shuffledDeck } from './deck.ts'

export type Hand<Card> = {
  /** Whose deck it is. */
  deck: string
  /** What is in it, in an order that the seed decides. */
  cards: readonly Card[]
  seed: string
  /** Who may not meet too many in a row, though others take from the same deck. */
  who: string
}
type Dealt<Card> = { card: Card | undefined; putBack(): void }
type Deck<Card> = { left: (Card | undefined)[]; nth: number }

/** Cards one after the other, from as many decks as are asked for. */
export function dealer<Card>(share: number) {
  const decks = new Map<string, Deck<Card>>()
  const inARow = new Map<string, number>()

  const filled = ({ deck: name, cards, seed }: Hand<Card>): Deck<Card>['left'] => {
    const deck = decks.get(name) ?? { left: [], nth: 0 }
    decks.set(name, deck)
    if (deck.left.length === 0) {
      deck.nth += 1
      deck.left = shuffledDeck(cards, share, `${seed} ${deck.nth}`)
    }
    return deck.left
  }

  return (hand: Hand<Card>): Dealt<Card> => {
    const left = filled(hand)
    const before = inARow.get(hand.who) ?? 0
    const waits = left[0] !== undefined && before >= MOST_IN_A_ROW
    const card = waits ? undefined : left.shift()
    if (card === undefined) inARow.delete(hand.who)
    else inARow.set(hand.who, before + 1)
    return { card, putBack: () => card !== undefined && putBack(card, hand) }
  }

  /** Behind the next one, so that the others come to their turn, and it soon again. */
  function putBack(card: Card, hand: Hand<Card>): void {
    inARow.delete(hand.who)
    const left = filled(hand)
    if (!left.includes(card)) left.splice(1, 0, card)
  }
}
