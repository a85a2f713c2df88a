import { type Bound, KIBIBYTE, MEBIBYTE } from './bound.ts'

/** Of what is kept of answers, and of what is made of it. */
export const HISTORY_BOUNDS = {
  jsonLevels: {
    most: 200,
    unit: 'levels',
    reason: 'Nesting of JSON in a response; the interface uses about 5 levels.',
    beyond: 'Status and headers are judged. Clauses that need the JSON are inconclusive.',
  },
  jsonValues: {
    most: 200_000,
    unit: 'pieces',
    reason: 'Values in the JSON of a response; a long list has about 10,000.',
    beyond: 'Status and headers are judged. Clauses that need the JSON are inconclusive.',
  },
  lineBytes: {
    most: 64 * MEBIBYTE,
    unit: 'bytes',
    reason: 'One line of a history; the longest exchange takes about 12 MiB.',
    beyond: 'The file is not a history.',
  },
  ordinaryCharacters: {
    most: 16 * 1024,
    unit: 'characters',
    reason: 'Bodies that are always kept completely, which is nearly all of them.',
    beyond: 'The body counts towards longAnswers.',
  },
  longAnswers: {
    most: 40 * MEBIBYTE,
    unit: 'characters',
    reason: 'Long bodies kept per run; repeated ones would fill a disk.',
    beyond:
      'Long texts and lists in JSON are shortened, other bodies truncated. Clauses that need the complete body are inconclusive.',
  },
  textOfShortened: {
    most: 6000,
    unit: 'characters',
    reason: 'Text in shortened JSON, as long as an id may be. URLs, ids and values of url and id stay complete.',
    beyond: 'Its beginning is kept, with the placeholder of each key in it.',
  },
  listOfShortened: {
    most: 200,
    unit: 'pieces',
    reason: 'Entries of a list in shortened JSON, or numeric fields of an object.',
    beyond: 'The first ones are kept, with the placeholder of each key in the others.',
  },
  historyCharacters: {
    most: 1024 * MEBIBYTE,
    unit: 'characters',
    reason: 'The history of a run, about 500,000 ordinary exchanges.',
    beyond: 'The run ends and judges what it recorded.',
  },
  longAnswersParsed: {
    most: 4,
    unit: 'pieces',
    reason: 'Cached JSON of bodies over 64 KiB; judges read the same body one after another.',
    beyond: 'The body is parsed again.',
  },
  exchangesAtHand: {
    most: 300,
    unit: 'pieces',
    reason: 'Cached exchanges of a history file.',
    beyond: 'The exchange is read again from the file.',
  },
  exchangeBytesAtHand: {
    most: 64 * KIBIBYTE,
    unit: 'bytes',
    reason: 'Size of a cached exchange.',
    beyond: 'The exchange is read again from the file.',
  },
  patternMs: {
    most: 250,
    unit: 'ms',
    reason: 'One regular expression of a contract or document on one text; some take exponential time.',
    beyond: 'The match is unknown and judges nothing.',
  },
  patternsMs: {
    most: 10_000,
    unit: 'ms',
    reason: 'All regular expressions of a file together.',
    beyond: 'The others are not tried and judge nothing.',
  },
} as const satisfies Record<string, Bound>
