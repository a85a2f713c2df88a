import { configure } from '../../engine/config/configuration.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, FACTS, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { combinationsOf } from './combinations.ts'
import { valueNamed } from './findings.ts'
import { limits } from './index.ts'
import { COMBINED, CONTROL } from './submit.ts'
import { bodyOf, type Combination, namesIn } from './values.ts'

export const given = { imageUrl: 'https://images.test/boat.png', failingPrompt: 'A video that cannot be made' }
export const facts = {
  configuration: configure({ seed: 1, ...given }, true),
  dialect: { alias: 'swift', models: { form: 'a list', aliases: ['swift', 'studio'] } },
}

export const plainest = '{"model":"swift","prompt":"A paper boat.","duration":1}'
export const first = (status = 202) => answered(status, { by: 'introduction', part: 'submission', posted: plainest })
export const combinations = combinationsOf({ ...FACTS, ...facts }, plainest)!

/** The plainest submission with these values. */
export function having(...names: string[]): Combination {
  const values = names.map((name) => valueNamed(name, combinations)!)
  return { ...combinations.base, ...Object.fromEntries(values.map((value) => [value.place, value])) }
}

export function submitted(
  status: number,
  combination: Combination,
  told: Parameters<typeof answered>[1] = {},
): Exchange {
  const tries = namesIn(combination)
  const body = status === 202 ? { id: 'v1' } : { code: 'invalid_request' }
  const purpose = { by: COMBINED.name, part: 'submission', case: tries.join(', '), tries } as const
  return answered(status, { ...purpose, posted: bodyOf(combination), body, ...told })
}
export const accepted = () => combinations.all.map((each) => submitted(202, each))
export const control = (status = 202) => submitted(status, combinations.base, { mark: CONTROL.of({}), tries: [] })

/** All submissions of a run, to a server that refuses each one that contains these values. */
export function against(...names: string[]): Exchange[] {
  const isRefused = (each: Combination) => names.every((name) => namesIn(each).includes(name))
  const all = combinations.all.map((each) => submitted(isRefused(each) ? 400 : 202, each))
  return [first(), ...all, submitted(400, having(...names)), control()]
}

export const judges = limits.checks.filter((check) => !isObservation(check))
export const judged = (id: string, history: Exchange[], own = facts) =>
  verdictOf(judges.find((check) => check.id === id)!, history, { facts: own })
export const failing = (history: Exchange[]) =>
  judges.map(({ id }) => id).filter((id) => judged(id, history).verdict === 'fail')
