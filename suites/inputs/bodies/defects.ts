import type { ClauseId } from '../../../spec/clauses.ts'
import type { FieldName } from '../../../spec/words.ts'
import { ALWAYS_SPOILT } from './spoilt-text.ts'
import type { Fields } from './valid-values.ts'
import { NO_STRINGS, wrongValues } from './wrong-values.ts'

/** One mistake in an accepted body, and the clause that it violates. */
export type Defect = {
  what: string
  breaks: ClauseId
  /** Turns the fields of the accepted body into a body with this mistake only. */
  of(accepted: Fields): Fields | string
  /** The Content-Type, if it is not JSON. */
  contentType?: string
}

const show = (value: unknown) => JSON.stringify(value)

function without(...names: FieldName[]): Defect['of'] {
  return (accepted) =>
    Object.fromEntries(Object.entries(accepted).filter(([name]) => !(names as string[]).includes(name)))
}

/** The fixed wrong values that violate a clause, made from the model of the accepted body. */
function saying(breaks: ClauseId): Defect[] {
  const made = (model: string) =>
    wrongValues({ model, aliases: [] })
      .filter((each) => each.breaks === breaks)
      .flatMap(({ field, likely = [], plain = [] }) => [...likely, ...plain].map((wrong) => ({ field, ...wrong })))
  const known = new Map<string, ReturnType<typeof made>>()
  const tried = (model: string) => {
    const values = known.get(model) ?? made(model)
    known.set(model, values)
    return values
  }
  return tried('any model').map(({ field, value, what = `${field} ${show(value)}` }, index) => ({
    what,
    breaks,
    of: (accepted) => ({ ...accepted, [field]: tried(String(accepted.model))[index]!.value }),
  }))
}

const missingModel: Defect[] = [
  { what: 'no model', breaks: 'submission.model-required', of: without('model') },
  ...saying('submission.model-required'),
]

/** Names that other services use: here the field is unknown, so the prompt is missing. */
function promptUnder(places: Record<string, (accepted: Fields) => Fields>): Defect[] {
  return Object.entries(places).map(([place, put]) => ({
    what: `the prompt under ${place}`,
    breaks: 'submission.prompt-or-image-required',
    of: (accepted) => ({ ...(without('prompt')(accepted) as Fields), ...put(accepted) }),
  }))
}

const nothingToShow: Defect[] = [
  { what: 'neither prompt nor image_url', breaks: 'submission.prompt-or-image-required', of: without('prompt') },
  ...saying('submission.prompt-or-image-required'),
  ...promptUnder({
    'an input': ({ prompt }) => ({ input: { prompt } }),
    'a field name in upper case': ({ prompt }) => ({ Prompt: prompt }),
    'the name text': ({ prompt }) => ({ text: prompt }),
    'a list of messages': ({ prompt }) => ({ messages: [{ role: 'user', content: prompt }] }),
  }),
  {
    what: 'no prompt and image_url null',
    breaks: 'submission.prompt-or-image-required',
    of: (accepted) => ({ ...(without('prompt')(accepted) as Fields), image_url: null }),
  },
  {
    what: 'prompt null and image_url null',
    breaks: 'submission.prompt-or-image-required',
    of: (accepted) => ({ ...accepted, prompt: null, image_url: null }),
  },
]

const notAnObject = ALWAYS_SPOILT.map(
  ({ what, of, contentType }): Defect => ({
    what,
    breaks: 'submission.body-is-an-object',
    of,
    ...(contentType !== undefined && { contentType }),
  }),
)

/** Wrapped valid URLs: a server that takes the first of several, or searches nested values, makes a video of it. */
function imageInside(places: Record<string, (image: unknown) => unknown>): Defect[] {
  return Object.entries(places).map(([place, put]) => ({
    what: `image_url in ${place} and no prompt`,
    breaks: 'submission.types-checked',
    of: ({ prompt: _, image_url = 'https://images.example.com/boat.png', ...others }) => ({
      ...others,
      image_url: put(image_url),
    }),
  }))
}

export const MUST_BE_REFUSED: readonly Defect[] = [
  ...missingModel,
  ...saying('submission.model-listed'),
  ...nothingToShow,
  ...saying('submission.empty-prompt-refused'),
  {
    what: 'prompt "" and image_url null',
    breaks: 'submission.empty-prompt-refused',
    of: (accepted) => ({ ...accepted, prompt: '', image_url: null }),
  },
  ...saying('submission.resolution-listed'),
  ...saying('submission.duration-in-range'),
  ...saying('submission.fps-in-range'),
  ...saying('submission.bit-depth-listed'),
  ...saying('submission.ratio-form'),
  ...notAnObject,
]

export const SHOULD_BE_REFUSED: readonly Defect[] = [
  ...saying('submission.types-checked'),
  ...NO_STRINGS.map(
    (value): Defect => ({
      what: `image_url ${show(value)} and no prompt`,
      breaks: 'submission.types-checked',
      of: (accepted) => ({ ...(without('prompt')(accepted) as Fields), image_url: value }),
    }),
  ),
  ...imageInside({
    'a list': (image_url) => [image_url],
    'an object': (url) => ({ url }),
  }),
  ...saying('submission.ratio-parts-positive'),
]
