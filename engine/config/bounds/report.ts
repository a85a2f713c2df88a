import type { Bound } from './bound.ts'

/** Of what a report holds, however much a server has answered: it is to be opened by whoever gets it. */
export const REPORT_BOUNDS = {
  numbersOfABalance: {
    most: 200,
    unit: 'pieces',
    reason: 'Numbers of a balance response, compared with the first reading.',
    beyond: 'They are not compared.',
  },
  balancesMoved: {
    most: 5,
    unit: 'pieces',
    reason: 'Numbers of the balance that changed.',
    beyond: 'They are left out.',
  },
  pageExchanges: {
    most: 150,
    unit: 'pieces',
    reason: 'Exchanges in report.html: those of failed clauses and their control requests.',
    beyond: 'They are listed by number; gatecheck show prints them.',
    heldBy: 'reporters/html/shown.test.ts',
  },
  pageExchangesOfAClause: {
    most: 12,
    unit: 'pieces',
    reason: 'Exchanges in report.html per failed clause.',
    beyond: 'They are listed by number; gatecheck show prints them.',
    heldBy: 'reporters/html/shown.test.ts',
  },
  pageCharacters: {
    most: 300000,
    unit: 'characters',
    reason: 'All exchanges in report.html.',
    beyond: 'The last one is complete; the others are listed by number.',
    heldBy: 'reporters/html/shown.test.ts',
  },
  pageVideoCharacters: {
    most: 220000,
    unit: 'characters',
    reason: 'Properties of videos in report.html, without previews.',
    beyond: 'The other videos are counted; report.json has them.',
    heldBy: 'reporters/html/videos.test.ts',
  },
  summaryBytes: {
    most: 190000,
    unit: 'bytes',
    reason: 'report.md; GitHub drops a step summary that is too long.',
    beyond: 'The least important parts are left out, and the report says so.',
    heldBy: 'reporters/markdown/fitting.test.ts',
  },
  harCharacters: {
    most: 64000000,
    unit: 'characters',
    reason: 'report.har, with all requests and responses.',
    beyond: 'Further exchanges are truncated; the history has all of them.',
    heldBy: 'reporters/har/har.test.ts',
  },
} as const satisfies Record<string, Bound>
