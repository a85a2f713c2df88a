import { type Bound, KIBIBYTE, MEBIBYTE } from './bound.ts'

/** Of what is kept of answers, and of what is made of it. */
export const HISTORY_BOUNDS = {
  jsonLevels: {
    most: 200,
    unit: 'levels',
    reason:
      'What the interface speaks of is nested some five levels deep; whoever walks through more may run out of stack.',
    beyond: 'Status and headers are judged; what needs the JSON of the answer is inconclusive.',
    heldBy: 'runner/history/reading/json-bounds.test.ts',
  },
  jsonValues: {
    most: 200_000,
    unit: 'pieces',
    reason:
      'A long list of models or of usage has some ten thousand values; each costs some hundred bytes wherever it is looked at.',
    beyond: 'Status and headers are judged; what needs the JSON of the answer is inconclusive.',
    heldBy: 'runner/history/reading/json-bounds.test.ts',
  },
  lineBytes: {
    most: 64 * MEBIBYTE,
    unit: 'bytes',
    reason: 'One exchange is a line of a history; escaped, the longest answer takes some twelve MiB.',
    beyond: 'The file is no history.',
    heldBy: 'runner/history/file/lines.test.ts',
  },
  ordinaryCharacters: {
    most: 16 * 1024,
    unit: 'characters',
    reason: 'The bodies of nearly all answers, which are always kept whole.',
    beyond: 'Longer ones count as long answers.',
    heldBy: 'runner/history/room-for-answers.test.ts',
  },
  longAnswers: {
    most: 40 * MEBIBYTE,
    unit: 'characters',
    reason: 'The bodies of all longer answers of a run together: the same long body again and again would fill a disk.',
    beyond:
      'Of each further one that is JSON the long texts are cut, and the long lists in a record of a job. Of what is still long, or no JSON, the beginning is kept, status and headers with it, and what needs the whole is inconclusive.',
  },
  textOfShortened: {
    most: 6000,
    unit: 'characters',
    reason:
      'A text in an answer that is shortened: as long as an id may be. Addresses, and what stands as id or url, are kept whole.',
    beyond: 'Its beginning is kept, and the recipe of each key in it.',
    heldBy: 'runner/history/shortened.test.ts',
  },
  listOfShortened: {
    most: 200,
    unit: 'pieces',
    reason:
      'What stands in one list of a record that is shortened, or as a number in one object: the law speaks of none that is long.',
    beyond: 'The first are kept, and the recipe of each key in the others.',
    heldBy: 'runner/history/shortened.test.ts',
  },
  historyCharacters: {
    most: 1024 * MEBIBYTE,
    unit: 'characters',
    reason: 'All that a run writes down; half a million ordinary exchanges.',
    beyond: 'The run is cut short, and judged by what it has seen.',
    heldBy: 'runner/history/room-for-answers.test.ts',
  },
  longAnswersParsed: {
    most: 4,
    unit: 'pieces',
    reason:
      'What is made of a text of more than 64 KiB takes many times its room; whoever looks at it is followed by others that look at the same.',
    beyond: 'It is made anew.',
  },
  exchangesAtHand: {
    most: 300,
    unit: 'pieces',
    reason: 'Of a history in a file: judges look up the same few over and over.',
    beyond: 'They are read from the file again.',
  },
  exchangeBytesAtHand: {
    most: 64 * KIBIBYTE,
    unit: 'bytes',
    reason: 'Of one of them.',
    beyond: 'It is read from the file again.',
  },
  patternMs: {
    most: 250,
    unit: 'ms',
    reason:
      'One regular expression of a contract or a document, on one text: some take longer for each letter than the life of whoever waits.',
    beyond: 'Whether the text fits is not known, and nothing is judged by it.',
  },
  patternsMs: {
    most: 10_000,
    unit: 'ms',
    reason: 'All of them together: there may be thousands, each of which takes a little less.',
    beyond: 'None is tried any more, and nothing is judged by it.',
  },
} as const satisfies Record<string, Bound>
