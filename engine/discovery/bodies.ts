import { BIT_DEPTHS, FIELDS } from '../../spec/words.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { jsonOf, succeeded } from '../history/reading/reading.ts'
import { videoSecondsOf } from '../http/requests.ts'
import { type AliasList, aliasLists } from './dialect/aliases.ts'

/** Refused submissions cost nothing. */
export const MOST_SUBMISSIONS = 24
/** Maximum for each way to read the list of models. */
const MOST_ALIASES = 4
const PROMPT = 'A paper boat drifts down a rainy street, seen from above.'

/** The possible lists of aliases in GET /models, or the alias of the user. */
export function aliasListsIn(models: Exchange | undefined, { model }: Configuration): AliasList[] {
  const listed = models && succeeded(models) ? aliasLists(jsonOf(models)?.value) : []
  if (model === undefined) return listed
  const own = listed.find(({ aliases }) => aliases.includes(model))
  const others = (own?.aliases ?? []).filter((each) => each !== model)
  return [{ form: own?.form ?? 'named by the user', aliases: [model, ...others] }]
}

type Attempt = { list: AliasList; model: string; body: string }

const CHEAP = { duration: FIELDS.duration.least }
/** Some servers require optional fields. */
const ALL_FIELDS = {
  resolution: FIELDS.resolution.default,
  ...CHEAP,
  fps: FIELDS.fps.default,
  ratio: FIELDS.ratio.default,
  bit_depth: BIT_DEPTHS[0],
}

/**
 * In this order: the cheapest body; the plainest, for a server that refuses the cheap one; other ways to read the list;
 * bodies with all fields, with a prompt and with an image; other aliases.
 */
export function firstBodies(
  lists: readonly AliasList[],
  { maxDuration = Number.POSITIVE_INFINITY, imageUrl }: Configuration,
): Attempt[] {
  const attempt = (list: AliasList, alias: number, fields: object, input: object = { prompt: PROMPT }): Attempt[] => {
    const model = list.aliases[alias]
    return model === undefined ? [] : [{ list, model, body: JSON.stringify({ model, ...input, ...fields }) }]
  }
  const [first, ...others] = lists
  const inputs = [{ prompt: PROMPT }, ...(imageUrl === undefined ? [] : [{ image_url: imageUrl }])]
  const attempts = [
    ...attempt(first!, 0, CHEAP),
    ...attempt(first!, 0, {}),
    ...attempt(first!, 1, CHEAP),
    ...others.flatMap((list) => attempt(list, 0, CHEAP)),
    ...others.flatMap((list) => attempt(list, 0, {})),
    ...inputs.flatMap((input) => lists.flatMap((list) => attempt(list, 0, ALL_FIELDS, input))),
  ]
  for (let alias = 1; alias < MOST_ALIASES; alias++)
    for (const list of lists) if (list !== first || alias > 1) attempts.push(...attempt(list, alias, CHEAP))
  return attempts.filter(({ body }) => videoSecondsOf(body) <= maxDuration).slice(0, MOST_SUBMISSIONS)
}
