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
    summary: 'Conforming: a key is revoked while in use. After the given number of requests it gets 401.',
    parameters: [count('after', 'number of requests before the key is revoked', { least: 0, usual: 10 })],
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
      'Conforming: the first alias is replaced by a new one and then rejected. Clients should read GET /models again.',
    parameters: [{ name: 'instead', about: 'new alias', type: 'text', usual: 'newcomer' }],
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
      'Conforming: after the first GET /models of a key, all aliases change and the old ones are rejected. Clients should read GET /models again.',
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
