import type { Exchange } from '../../runner/history/exchange.ts'
import { statusOf, succeeded } from '../../runner/history/reading.ts'
import { keyOf } from '../../runner/history/who-asks.ts'
import { receivedInWords } from '../../runner/history/words.ts'
import { rule } from '../../runner/judging/check.ts'
import { fail, pass, skip, type Violation } from '../../runner/judging/verdict.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { endpointOf } from '../../runner/wire/requests.ts'
import { ENDPOINTS, type EndpointName } from '../../spec/endpoints.ts'
import { ERROR_CODES } from '../../spec/words.ts'

type Asked = { exchange: Exchange; name: EndpointName }
type Notes = Map<KeyName, Asked[]>

const isRefused = ({ exchange }: Asked) => statusOf(exchange) === ERROR_CODES.unauthorized

/** A key that other endpoints refuse, before and after, and one lets in each time: where it is bad, it is bad everywhere. */
export const keysRefusedElsewhere = rule<Notes>({
  id: 'traffic.key-refused-elsewhere',
  clause: 'auth.unknown-key',
  suite: 'traffic',
  title: 'lets a key in nowhere that it refuses elsewhere',
  begin: () => new Map(),
  see(asked, exchange, { target }) {
    const name = endpointOf(exchange.request, target)
    const key = keyOf(exchange.request)
    if (name === undefined || key === undefined || !exchange.answer) return
    asked.set(key, [...(asked.get(key) ?? []), { exchange, name }])
  },
  conclude(all) {
    const refused = [...all].filter(([, asked]) => asked.some(isRefused))
    if (refused.length === 0) return skip('no key was refused')
    const violations = refused.flatMap(([key, asked]) => ENDPOINTS.flatMap(({ name }) => letInAt(name, key, asked)))
    const evidence = refused.flatMap(([, asked]) => asked.filter(isRefused).map(({ exchange }) => exchange.n))
    return violations.length > 0 ? fail(violations, refused.length) : pass(refused.length, evidence.slice(0, 20))
  },
})

function letInAt(name: EndpointName, key: KeyName, asked: readonly Asked[]): Violation[] {
  const here = asked.filter((each) => each.name === name)
  const elsewhere = asked.filter((each) => each.name !== name)
  if (here.some(isRefused) || !elsewhere.every(isRefused)) return []
  return here
    .filter(({ exchange }) => succeeded(exchange))
    .flatMap(({ exchange }): Violation[] => {
      const before = elsewhere.find((each) => each.exchange.received < exchange.sent)
      const after = elsewhere.find((each) => each.exchange.sent > exchange.received)
      if (!before || !after) return []
      return [
        {
          case: `${name} with key ${key}`,
          expected: `${ERROR_CODES.unauthorized}, as at the other endpoints before and after`,
          received: receivedInWords(exchange),
          evidence: [before.exchange.n, after.exchange.n, exchange.n],
        },
      ]
    })
    .slice(0, 1)
}
