import type { Exchange, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { oneAnswerRule } from '../../engine/judge/witnesses.ts'
import { isInParts, isOfWholeKey, type KeyName, type Recipe, recipesIn } from '../../engine/keys/recipes.ts'

/** A recipe stands wherever a key stood in an answer, with the encoding in which it stood there. */
function fullKeyIn(text: string, request: RequestTemplate, { keyring, isGood }: Facts): string | undefined {
  // A key that was never issued is nobody's secret; of one that was only seen, being accepted shows that it was.
  const isIssued = (name: KeyName) => isGood(name) || keyring.isIssued(name)
  // Whoever says back a broken key, or what he makes of its words, shows no more than was said to him.
  const isSaidBack = (recipe: Recipe) => isInParts(recipe) && carriesABrokenKey(request)
  return recipesIn(text).find((recipe) => isOfWholeKey(recipe) && !isSaidBack(recipe) && isIssued(recipe.name))?.text
}

const carriesABrokenKey = ({ path, headers, body = '' }: RequestTemplate) =>
  [path, ...headers.flat(), body].some((text) => recipesIn(text).some(({ change }) => change !== ''))

/** The key is shown once at its creation, which is not part of the interface. */
const mayBeItsCreation = (exchange: Exchange, { target }: Facts) =>
  exchange.request.method === 'POST' && endpointOf(exchange.request, target) === undefined && succeeded(exchange)

export const keyNeverShown = oneAnswerRule({
  id: 'auth.no-answer-shows-a-key',
  clause: 'auth.key-never-shown',
  suite: 'auth',
  title: 'never returns a full key in a status line, a header or a body',
  unseen: 'no response was received',
  inspect(exchange, facts) {
    const { answer, request } = exchange
    if (!answer || mayBeItsCreation(exchange, facts)) return undefined
    if (fullKeyIn(answer.statusText ?? '', request, facts))
      return { expected: 'no full key in the status line', received: `${answer.status} ${answer.statusText}` }
    const inBody = fullKeyIn(answer.body, request, facts)
    if (inBody) return { expected: 'no full key in the body', received: `a body with ${inBody}` }
    const header = answer.headers.find(
      ([name, value]) => fullKeyIn(name, request, facts) ?? fullKeyIn(value, request, facts),
    )
    if (header) return { expected: 'no full key in the headers', received: `${header[0]}: ${header[1]}` }
    return 'kept'
  },
})
