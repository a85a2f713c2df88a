import { type Bound, MEBIBYTE } from './bound.ts'

/** Of the work that it takes to find keys in what others say, however they have wrapped them. */
export const KEYS_BOUNDS = {
  wrappings: {
    most: 4,
    unit: 'levels',
    reason: 'A key in base64 that is escaped in JSON is wrapped twice; nobody wraps one five times by mistake.',
    beyond: 'No key is looked for there.',
  },
  readingsOfAText: {
    most: 12,
    unit: 'times',
    reason:
      'Each way in which a text may be wrapped takes another reading of it; 200 000 characters are read besides, so that short texts are read to their end.',
    beyond: 'What is wrapped most often in a long text is not unwrapped.',
  },
  unpackedForKeys: {
    most: MEBIBYTE,
    unit: 'bytes',
    reason: 'Of all that is packed by gzip or zlib inside one text.',
    beyond: 'No key is looked for there.',
  },
  recipesOfOneKey: {
    most: 8,
    unit: 'pieces',
    reason: 'A key in single characters: what is kept must not grow by what stands in their place.',
    beyond: 'They are taken out, and nothing stands in their place.',
  },
  recipesOfUnread: {
    most: 20,
    unit: 'pieces',
    reason: 'Of a body that nobody here can read, the keys that were seen in it at a guess.',
    beyond: 'They are not told.',
  },
  textsRemembered: {
    most: 2000,
    unit: 'pieces',
    reason: 'Servers say the same few things over and over: what was made of a text by taking out its keys.',
    beyond: 'It is looked through each time.',
  },
  observedTextsRemembered: {
    most: 1000,
    unit: 'pieces',
    reason: 'The same of traffic that is observed.',
    beyond: 'It is looked through each time.',
  },
  rememberedCharacters: {
    most: 500,
    unit: 'characters',
    reason: 'Of one such text: what comes again is short.',
    beyond: 'It is looked through each time.',
  },
} as const satisfies Record<string, Bound>
