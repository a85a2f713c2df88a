import type { Header } from '../../runner/exchange.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { type OrderBook, pairsIn } from './order-book.ts'
import { bodyOf, member, type Order, type Place } from './trait.ts'

/**
 * What the law leaves open about submissions rides on lawful ones that are paid for anyway: taken on, it costs nothing
 * more; refused, the same is sent again without it.
 */
export type Rider = {
  open: OpenPointId
  what: string
  /** What the rider takes the place of; those orders say nothing about it. */
  takes?: Place
  suits(order: Order): boolean
  send(order: Order): { body: string; headers?: readonly Header[] }
}

const withMembers = (order: Order, place: Place, ...members: (readonly [name: string, json: string])[]): string =>
  bodyOf({ ...order, [place]: { name: '', place, clause: 'submission.accepted-with-202', members } })

const isPlainlyWritten = ({ writing, input }: Order) => writing === undefined && input?.members[0]?.[0] === '"prompt"'

function prompt(open: OpenPointId, what: string, json: string): Rider {
  return {
    open,
    what,
    takes: 'input',
    suits: () => true,
    send: (order) => ({ body: withMembers(order, 'input', member('prompt', json)) }),
  }
}

/** Stands where nothing stands, so that the order loses nothing by it. */
function inFreePlace(open: OpenPointId, place: Place, what: string, json: string): Rider {
  return {
    open,
    what,
    suits: (order) => order[place] === undefined,
    send: (order) => ({ body: withMembers(order, place, member(place, json)) }),
  }
}

const NOWHERE = 'https://gatecheck.invalid/no-such-image.png'

const promptJson = (order: Order) => order.input!.members[0]![1]

export function ridersOf(imageUrl: string | undefined): Rider[] {
  return [
    inFreePlace('body.null-for-optional', 'ratio', 'null for ratio', 'null'),
    {
      open: 'body.extra-fields',
      what: 'a field that nobody knows',
      suits: isPlainlyWritten,
      send: (order) => ({ body: bodyOf(order).replace('{', '{"gatecheck_note":"unknown",') }),
    },
    inFreePlace('words.other-letter-case', 'resolution', 'resolution "720P"', '"720P"'),
    inFreePlace('ratio.lenient-spelling', 'ratio', 'ratio "016:09"', '"016:09"'),
    inFreePlace('ratio.extreme', 'ratio', 'ratio "10:1"', '"10:1"'),
    {
      open: 'body.content-type',
      what: 'Content-Type text/plain',
      suits: () => true,
      send: (order) => ({ body: bodyOf(order), headers: [['Content-Type', 'text/plain']] }),
    },
    {
      open: 'body.duplicate-keys',
      what: 'the prompt twice',
      suits: isPlainlyWritten,
      send: (order) => ({ body: bodyOf(order).replace('{', `{"prompt":${promptJson(order)},`) }),
    },
    {
      open: 'body.byte-order-mark',
      what: 'a byte order mark before the body',
      suits: () => true,
      send: (order) => ({ body: `\uFEFF${bodyOf(order)}` }),
    },
    inFreePlace('body.numbers-beyond-double', 'fps', 'fps 24.00000000000000000001', '24.00000000000000000001'),
    prompt('prompt.blank', 'a prompt of spaces', '"   "'),
    prompt(
      'prompt.very-long',
      'a prompt of 20,000 characters',
      JSON.stringify('A paper boat. '.repeat(1429).slice(0, 20_000)),
    ),
    prompt('prompt.control-characters', 'a prompt with NUL', '"a paper\\u0000boat"'),
    prompt('prompt.lone-surrogates', 'a prompt with half of a surrogate pair', '"a paper boat \\ud83d"'),
    ...(imageUrl === undefined ? [] : withImage(imageUrl)),
    {
      open: 'image.unreachable',
      what: 'an image that cannot be fetched',
      takes: 'input',
      suits: () => true,
      send: (order) => ({ body: withMembers(order, 'input', member('image_url', JSON.stringify(NOWHERE))) }),
    },
  ]
}

function withImage(imageUrl: string): Rider[] {
  return [
    {
      open: 'prompt.with-image',
      what: 'a prompt and an image',
      takes: 'input',
      suits: isPlainlyWritten,
      send: (order) => ({
        body: withMembers(
          order,
          'input',
          ['"prompt"', promptJson(order)],
          member('image_url', JSON.stringify(imageUrl)),
        ),
      }),
    },
    {
      open: 'image.lenient-spelling',
      what: 'an image address with a space before it',
      takes: 'input',
      suits: () => true,
      send: (order) => ({ body: withMembers(order, 'input', member('image_url', JSON.stringify(` ${imageUrl}`))) }),
    },
  ]
}

/**
 * As many riders as there are orders that suit them, one each; the rest of the open points stays unobserved. Whoever
 * takes a place must not take the only chance of a manner, or of a pair of classes.
 */
export function seat(riders: readonly Rider[], book: Pick<OrderBook, 'classes' | 'orders'>): Map<Order, Rider> {
  const seated = new Map<Order, Rider>()
  const shown = (order: Order) => without(order, seated.get(order)?.takes)
  const isSpare = (order: Order, place: Place | undefined) => {
    if (place === undefined) return true
    const others = book.orders.filter((each) => each !== order).map(shown)
    const elsewhere = new Set(others.flatMap((each) => pairsIn(each, book)))
    const kept = new Set(pairsIn(without(order, place), book))
    const lost = pairsIn(order, book).filter((pair) => !kept.has(pair))
    return others.some((each) => each[place] === order[place]) && lost.every((pair) => elsewhere.has(pair))
  }
  for (const rider of riders) {
    const order = book.orders.find((each) => !seated.has(each) && rider.suits(each) && isSpare(each, rider.takes))
    if (order) seated.set(order, rider)
  }
  return seated
}

function without(order: Order, place: Place | undefined): Order {
  if (place === undefined) return order
  const { [place]: _, ...others } = order
  return others
}
