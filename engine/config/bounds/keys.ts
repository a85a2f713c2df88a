import { type Bound, MEBIBYTE } from './bound.ts'

/** Of the work that it takes to find keys in what others say, however they have wrapped them. */
export const KEYS_BOUNDS = {
  wrappings: {
    most: 4,
    unit: 'levels',
    reason: 'Nested encodings of a key, such as base64 in JSON.',
    beyond: 'Deeper levels are not searched.',
  },
  readingsOfAText: {
    most: 12,
    unit: 'times',
    reason: 'Decoding passes over one text; the first 200,000 characters have no such limit.',
    beyond: 'Deeper encodings in a long text are not searched.',
  },
  unpackedForKeys: {
    most: MEBIBYTE,
    unit: 'bytes',
    reason: 'Data decompressed inside one text (gzip or zlib).',
    beyond: 'The rest is not searched.',
  },
  recipesOfOneKey: {
    most: 8,
    unit: 'pieces',
    reason: 'Placeholders for a key split into single characters.',
    beyond: 'The characters are removed without a placeholder.',
  },
  recipesOfUnread: {
    most: 20,
    unit: 'pieces',
    reason: 'Keys named for an unreadable body.',
    beyond: 'They are not named.',
  },
  textsRemembered: {
    most: 2000,
    unit: 'pieces',
    reason: 'Cached results of redaction; servers repeat texts.',
    beyond: 'The text is redacted again.',
  },
  observedTextsRemembered: {
    most: 1000,
    unit: 'pieces',
    reason: 'The same for observed traffic.',
    beyond: 'The text is redacted again.',
  },
  rememberedCharacters: {
    most: 500,
    unit: 'characters',
    reason: 'Text whose redaction is cached; repeated texts are short.',
    beyond: 'The text is redacted again.',
  },
} as const satisfies Record<string, Bound>
