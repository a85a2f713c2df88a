import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { authorizationsIn } from '../../engine/history/reading/who-asks.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import { type Rule, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import { isDamaged, isInOtherLetters, type Recipe, recipesIn } from '../../engine/keys/recipes.ts'
import { ERROR_CODES } from '../../spec/words.ts'

type Asked = { n: number; recipe: Recipe; what: string; words: string; isLetIn: boolean; isRefused: boolean }

/** A good key as a part of it, or in other letters; of what is written shorter by its recorder, none is refused. */
function damagedKey({ request }: Exchange): Recipe | undefined {
  const [value = '', ...others] = authorizationsIn(request)
  const [recipe] = recipesIn(value)
  return others.length === 0 && recipe && value === `Bearer ${recipe.text}` ? recipe : undefined
}

const refusesAllOf = (named: Pick<Rule, 'id' | 'clause' | 'title'>, isOfTheKind: (recipe: Recipe) => boolean) =>
  rule<Asked[]>({
    suite: 'traffic',
    ...named,
    begin: () => [],
    see(asked, exchange, { target, isGood }) {
      const recipe = damagedKey(exchange)
      if (!recipe || !isOfTheKind(recipe) || !isGood(recipe.name) || !exchange.answer) return
      const name = endpointOf(exchange.request, target)
      if (name === undefined) return
      const isRefused = statusOf(exchange) === ERROR_CODES.unauthorized
      const what = `${name}, key ${recipe.name}${recipe.change}`
      asked.push({
        n: exchange.n,
        recipe,
        what,
        words: receivedInWords(exchange),
        isLetIn: succeeded(exchange),
        isRefused,
      })
    },
    conclude(asked) {
      if (asked.length === 0) return skip('no such request was recorded')
      const refused = new Map(asked.filter(({ isRefused }) => isRefused).map((each) => [each.recipe.text, each]))
      const letIn = asked.filter(({ isLetIn }) => isLetIn)
      const violations = letIn.flatMap(({ n, recipe, what, words }): Violation[] => {
        const elsewhere = refused.get(recipe.text)
        if (!elsewhere) return []
        return [{ case: what, expected: String(ERROR_CODES.unauthorized), received: words, evidence: [elsewhere.n, n] }]
      })
      if (violations.length > 0) return fail(violations, asked.length)
      const [doubt] = letIn
      if (doubt)
        return inconclusive(`${doubt.what}: ${doubt.words}, but the recorder may have changed the key`, [doubt.n])
      const evidence = [...refused.values()].map(({ n }) => n)
      return evidence.length > 0 ? pass(evidence.length, evidence.slice(0, 20)) : skip('no such request was refused')
    },
  })

export const damagedKeys = [
  refusesAllOf(
    {
      id: 'traffic.part-of-a-key',
      clause: 'auth.whole-key-compared',
      title: 'returns 401 for a part of a valid key, or for one with a wrong character',
    },
    isDamaged,
  ),
  refusesAllOf(
    {
      id: 'traffic.other-letters',
      clause: 'auth.letter-case-counts',
      title: 'returns 401 for a valid key in another letter case',
    },
    isInOtherLetters,
  ),
]
