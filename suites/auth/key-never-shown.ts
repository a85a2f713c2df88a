import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { oneAnswerRule } from '../../engine/judge/one-answer-rule.ts'
import { isOfWholeKey, type KeyName, recipesIn } from '../../engine/keys/recipes.ts'

/** The placeholder of a whole key, which also names the encoding in which the server showed it. */
function fullKeyIn(text: string, { keyring, isGood }: Facts): string | undefined {
  // An unknown key is no secret. An observed key counts as issued once it was accepted.
  const isIssued = (name: KeyName) => isGood(name) || keyring.isIssued(name)
  return recipesIn(text).find((recipe) => isOfWholeKey(recipe) && isIssued(recipe.name))?.text
}

/** The key is shown once at its creation, which is not part of the interface. */
const mayBeItsCreation = (exchange: Exchange, { target }: Facts) =>
  exchange.request.method === 'POST' && endpointOf(exchange.request, target) === undefined && succeeded(exchange)

export const keyNeverShown = oneAnswerRule({
  id: 'auth.key-never-shown',
  clause: 'auth.key-never-shown',
  suite: 'auth',
  title: 'never returns a full key in a status line, a header or a body',
  unseen: 'no response was received',
  inspect(exchange, facts) {
    const { answer } = exchange
    if (!answer || mayBeItsCreation(exchange, facts)) return undefined
    if (fullKeyIn(answer.statusText ?? '', facts))
      return { expected: 'no full key in the status line', received: `${answer.status} ${answer.statusText}` }
    const inBody = fullKeyIn(answer.body, facts)
    if (inBody) return { expected: 'no full key in the body', received: `a body with ${inBody}` }
    const header = answer.headers.find(([name, value]) => fullKeyIn(name, facts) ?? fullKeyIn(value, facts))
    if (header) return { expected: 'no full key in the headers', received: `${header[0]}: ${header[1]}` }
    return 'kept'
  },
})
