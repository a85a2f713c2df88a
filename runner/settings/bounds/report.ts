import type { Bound } from './bound.ts'

/** Of what a report holds, however much a server has answered: it is to be opened by whoever gets it. */
export const REPORT_BOUNDS = {
  numbersOfABalance: {
    most: 200,
    unit: 'pieces',
    reason: 'Each may be what the account has left; it is compared with the first reading.',
    beyond: 'They are not compared.',
  },
  balancesMoved: {
    most: 5,
    unit: 'pieces',
    reason: 'Those that have moved: more tell nobody what was paid.',
    beyond: 'They are left out.',
  },
  pageExchanges: {
    most: 150,
    unit: 'pieces',
    reason: 'In report.html, those that a broken clause leads to, and what they are compared with.',
    beyond: 'They are told by their numbers; gatecheck show has them.',
    heldBy: 'reporters/html/shown.test.ts',
  },
  pageExchangesOfAClause: {
    most: 12,
    unit: 'pieces',
    reason: 'Of one broken clause.',
    beyond: 'They are told by their numbers; gatecheck show has them.',
    heldBy: 'reporters/html/shown.test.ts',
  },
  pageCharacters: {
    most: 300000,
    unit: 'characters',
    reason: 'All of these together.',
    beyond: 'The last one is whole; the others are told by their numbers.',
    heldBy: 'reporters/html/shown.test.ts',
  },
  pageVideoCharacters: {
    most: 220000,
    unit: 'characters',
    reason: 'In report.html, what files say of themselves, pictures aside.',
    beyond: 'The other videos are counted; report.json has them.',
    heldBy: 'reporters/html/videos.test.ts',
  },
  summaryBytes: {
    most: 190000,
    unit: 'bytes',
    reason: 'report.md: a step summary of GitHub that is too long is not shown at all.',
    beyond: 'The parts that break the least are left out, and that is said.',
    heldBy: 'reporters/markdown/fitting.test.ts',
  },
  harCharacters: {
    most: 64000000,
    unit: 'characters',
    reason: 'report.har, with all that was sent and received.',
    beyond: 'Of the other exchanges the beginnings are kept; the history has them whole.',
    heldBy: 'reporters/har/har.test.ts',
  },
} as const satisfies Record<string, Bound>
