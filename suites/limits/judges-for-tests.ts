import { configure } from '../../engine/config/configuration.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, FACTS, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { bookOf } from './book.ts'
import { traitNamed } from './findings.ts'
import { limits } from './index.ts'
import { CONTROL, ORDERS } from './placing.ts'
import { bodyOf, type Order, traitsOf } from './trait.ts'

export const given = { imageUrl: 'https://images.test/boat.png', failingPrompt: 'A video that cannot be made' }
export const facts = {
  configuration: configure({ seed: 1, ...given }, true),
  dialect: { alias: 'swift', models: { form: 'a list', aliases: ['swift', 'studio'] } },
}

export const plainest = '{"model":"swift","prompt":"A paper boat.","duration":1}'
export const takenOn = (status = 202) => answered(status, { by: 'introduction', part: 'submission', posted: plainest })
export const book = bookOf({ ...FACTS, ...facts }, plainest)!

/** The plainest order with some things of another kind. */
export function orderWith(...names: string[]): Order {
  const traits = names.map((name) => traitNamed(name, book)!)
  return { ...book.base, ...Object.fromEntries(traits.map((trait) => [trait.place, trait])) }
}

export function submitted(status: number, order: Order, told: Parameters<typeof answered>[1] = {}): Exchange {
  const tries = traitsOf(order).map(({ name }) => name)
  const body = status === 202 ? { id: 'v1' } : { code: 'invalid_request' }
  const purpose = { by: ORDERS.name, part: 'submission', case: tries.join(', '), tries } as const
  return answered(status, { ...purpose, posted: bodyOf(order), body, ...told })
}
export const control = (status = 202) => submitted(status, book.base, { mark: CONTROL.of({}), tries: [] })

/** All orders of a run, on a server that refuses whatever holds these things together, and what holds nothing else. */
export function against(...names: string[]): Exchange[] {
  const isRefused = (order: Order) => names.every((name) => traitsOf(order).some((trait) => trait.name === name))
  const orders = book.orders.map((order) => submitted(isRefused(order) ? 400 : 202, order))
  return [takenOn(), ...orders, submitted(400, orderWith(...names)), control()]
}

export const judges = limits.checks.filter((check) => !isObservation(check))
export const judged = (id: string, history: Exchange[], own = facts) =>
  verdictOf(judges.find((check) => check.id === id)!, history, { facts: own })
export const accused = (history: Exchange[]) =>
  judges.map(({ id }) => id).filter((id) => judged(id, history).verdict === 'fail')
