import { MOST_IN_A_ROW, shuffledDeck } from './deck.ts'

export type Hand<Card> = {
  /** Id of the deck. */
  deck: string
  /** Its cards, in an order that depends on the seed. */
  cards: readonly Card[]
  seed: string
  /** Id of the client that must not get too many troubles in a row, even if others share the deck. */
  who: string
}
type Dealt<Card> = { card: Card | undefined; putBack(): void }
type Deck<Card> = { left: (Card | undefined)[]; nth: number }

/** Deals cards from any number of decks. */
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

  /** Puts the card behind the next one, so that it comes again soon. */
  function putBack(card: Card, hand: Hand<Card>): void {
    inARow.delete(hand.who)
    const left = filled(hand)
    if (!left.includes(card)) left.splice(1, 0, card)
  }
}
