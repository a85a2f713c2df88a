import { BIT_DEPTHS, FIELDS } from '../../spec/words.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { jsonOf, succeeded } from '../history/reading/reading.ts'
import { videoSecondsOf } from '../http/requests.ts'
import { type AliasList, aliasLists } from './dialect/aliases.ts'

/** Refused submissions cost nothing. */
export const MOST_SUBMISSIONS = 24
/** Per way to read the list of models. */
const MOST_ALIASES = 4
const PROMPT = 'A paper boat drifts down a rainy street, seen from above.'

export function listsToTry(models: Exchange | undefined, { model }: Configuration): AliasList[] {
  const listed = models && succeeded(models) ? aliasLists(jsonOf(models)?.value) : []
  if (model === undefined) return listed
  const own = listed.find((list) => list.aliases.includes(model))
  return [
    {
      form: own?.form ?? 'named by the user',
      aliases: [model, ...(own?.aliases ?? []).filter((each) => each !== model)],
    },
  ]
}

export type Attempt = { list: AliasList; model: string; body: string }

const CHEAP = { duration: FIELDS.duration.least }
/** For whoever demands what may be left out. */
const EVERYTHING = {
  resolution: FIELDS.resolution.default,
  ...CHEAP,
  fps: FIELDS.fps.default,
  ratio: FIELDS.ratio.default,
  bit_depth: BIT_DEPTHS[0],
}

/**
 * The cheapest body first; then the plainest, for a server that refuses the cheap one; then other ways of reading the
 * list; then bodies that leave nothing out, with a prompt and with an image; then other aliases.
 */
export function bodiesToTry(
  lists: AliasList[],
  { maxDuration = Number.POSITIVE_INFINITY, imageUrl }: Configuration,
): Attempt[] {
  const attempt = (list: AliasList, alias: number, fields: object, input: object = { prompt: PROMPT }): Attempt[] => {
    const model = list.aliases[alias]
    return model === undefined ? [] : [{ list, model, body: JSON.stringify({ model, ...input, ...fields }) }]
  }
  const image = imageUrl === undefined ? [] : [{ image_url: imageUrl }]
  const [first, ...others] = lists
  const attempts = [
    ...attempt(first!, 0, CHEAP),
    ...attempt(first!, 0, {}),
    ...attempt(first!, 1, CHEAP),
    ...others.flatMap((list) => attempt(list, 0, CHEAP)),
    ...others.flatMap((list) => attempt(list, 0, {})),
    ...lists.flatMap((list) => attempt(list, 0, EVERYTHING)),
    ...image.flatMap((input) => lists.flatMap((list) => attempt(list, 0, EVERYTHING, input))),
    ...Array.from({ length: MOST_ALIASES - 1 }, (_, at) => at + 1).flatMap((alias) =>
      lists.filter((list) => list !== first || alias > 1).flatMap((list) => attempt(list, alias, CHEAP)),
    ),
  ]
  return attempts.filter(({ body }) => videoSecondsOf(body) <= maxDuration).slice(0, MOST_SUBMISSIONS)
}
