import { judgeBodyText } from '../../../spec/oracle.ts'
import { adjust } from '../../interface/adjust.ts'
import { around } from '../../interface/behaviour.ts'
import { count } from '../parameters.ts'
import { counting } from '../requests/counts.ts'
import type { Scenario } from '../scenario.ts'

export const keyScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'revoked',
    summary:
      'Lawful: a key is revoked in the middle of the work: after so many requests of its own it is answered 401.',
    parameters: [count('after', 'how many requests of a key are answered before', { least: 0, usual: 10 })],
    patch:
      ({ after }) =>
      (behaviour) => {
        const requests = counting()
        around(behaviour, 'admit', (next, incoming) => {
          const caller = next(incoming)
          return caller && requests.next(caller.keyId) > Number(after) ? undefined : caller
        })
      },
  },
  {
    kind: 'scenario',
    name: 'alias-gone',
    summary:
      'Lawful: the first alias is listed no more, and refused; a new one stands in its place. Ask GET /models again.',
    parameters: [{ name: 'instead', about: 'the alias that is listed now', type: 'text', usual: 'newcomer' }],
    patch:
      ({ instead }) =>
      (_, world) =>
        adjust(world, 'dialect', (dialect) => {
          const [, ...others] = dialect.aliases
          return { ...dialect, aliases: [...new Set([String(instead), ...others])] }
        }),
  },
  {
    kind: 'scenario',
    name: 'alias-withdrawn',
    summary:
      'Lawful: just after each key has first listed the aliases, others stand in their place, and the old ones are refused. Ask GET /models again.',
    parameters: [],
    patch: () => (behaviour, world) => {
      const readings = counting()
      const renewed = (aliases: readonly string[]) => aliases.map((alias) => `${alias}-2`)
      around(behaviour, 'models', (next, caller) =>
        readings.next(caller.keyId) === 1
          ? next(caller)
          : world.dialect.readings.models(renewed(world.dialect.aliases)),
      )
      around(behaviour, 'opinion', (_next, text) =>
        judgeBodyText(text, { aliases: renewed(world.dialect.aliases), images: [world.imageUrl] }),
      )
    },
  },
]
