import type { Exchange } from '../../runner/history/exchange.ts'
import { succeeded } from '../../runner/history/reading.ts'
import type { Facts } from '../../runner/judging/check.ts'
import { oneAnswerRule } from '../../runner/judging/witnesses.ts'
import { isOfWholeKey, type KeyName, recipesIn } from '../../runner/keys/recipes.ts'
import { endpointOf } from '../../runner/wire/requests.ts'

/** A recipe stands wherever a key stood in an answer, with the encoding in which it stood there. */
function fullKeyIn(text: string, { keyring, isGood }: Facts): string | undefined {
  // A key that was never issued is nobody's secret; of one that was only seen, being accepted shows that it was.
  const isIssued = (name: KeyName) => isGood(name) || keyring.isIssued(name)
  return recipesIn(text).find((recipe) => isOfWholeKey(recipe) && isIssued(recipe.name))?.text
}

/** A key is shown once, at its creation, which is no part of the interface and whose path nobody knows. */
const mayBeItsCreation = (exchange: Exchange, { target }: Facts) =>
  exchange.request.method === 'POST' && endpointOf(exchange.request, target) === undefined && succeeded(exchange)

export const keyNeverShown = oneAnswerRule({
  id: 'auth.no-answer-shows-a-key',
  clause: 'auth.key-never-shown',
  suite: 'auth',
  title: 'shows a full key in no answer, neither in its status line nor in a header or a body',
  unseen: 'no answer came',
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
