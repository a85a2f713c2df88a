import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isOfTests } from './house.ts'

/** Where what others send is taken in; of what is made of it, the size of a whole report. */
const TAKING_IN = /^(runner|drift|proxy|clients)\//
const TELLING = /^reporters\//
const OF_A_WHOLE_REPORT = /(^|_)(CHARACTERS|BYTES)$/
const NAMES_A_BOUND = /(^|_)(MOST|MAX|MAXIMUM|LONGEST|LARGEST|DEEPEST)(_|$)/

type Kind = 'a sentence' | "a format's own size" | 'our own work'

/** Constants that bound something by a number of their own, and why that is no bound on what comes from outside. */
const ELSEWHERE: Record<string, [names: string[], kind: Kind, why: string]> = {
  'clients/report.ts': [['LONGEST_LINE'], 'a sentence', 'a line that a client printed, as a report shows it'],
  'clients/watching/moments.ts': [['LONGEST'], 'a sentence', 'what a moment of a timeline is called'],
  'drift/comparing/chance.ts': [['MOST_DOUBT', 'MOST_SELDOM'], 'our own work', 'odds below which nothing is concluded'],
  'drift/habits/forms.ts': [['MOST_OF_A_WORD'], 'our own work', 'what is called a word, and not a text'],
  'drift/habits/journeys.ts': [['MOST_UNLISTED'], 'a sentence', 'the statuses that it names'],
  'drift/openapi/observed/headers.ts': [['MOST_SHOWN'], 'a sentence', 'the kinds of answers that it names'],
  'proxy/judging/blame.ts': [['MOST_SHOWN'], 'a sentence', 'the requests that it names'],
  'proxy/news.ts': [['MOST_SHOWN'], 'a sentence', 'the requests that it names'],
  'runner/dialect/aliases.ts': [
    ['MOST_INSIDE'],
    'our own work',
    'how deep inside an entry of a list a model is looked for; an accepted submission settles which it is',
  ],
  'runner/driving/files-at-hand.ts': [
    ['LONGEST_PAUSE_MS', 'MOST_TRIES'],
    'our own work',
    'the pause before a file is asked for again, and how often it is where others read its job meanwhile',
  ],
  'runner/history/reading/foreign-patterns.ts': [
    ['MOST_TRIES'],
    'our own work',
    'a busy machine is no fault of a pattern',
  ],
  'runner/judging/clients/words.ts': [['LONGEST'], 'a sentence', 'what came of a client, as it is quoted'],
  'runner/keys/finding/matcher.ts': [
    ['LONGEST_WINDOW'],
    'our own work',
    'letters by which a key is looked up; all are compared',
  ],
  'runner/keys/finding/pieces.ts': [
    ['MOST_APART'],
    'our own work',
    'pieces that are joined at a time; none is left out',
  ],
  'runner/keys/secrets/members.ts': [
    ['DEEPEST'],
    'our own work',
    'levels of JSON that are told apart; what lies deeper is read as one level',
  ],
  'runner/observing/secrets.ts': [
    ['DEEPEST', 'LONGEST'],
    'our own work',
    'JSON in strings of JSON; a longer value is redacted by its name alone',
  ],
  'runner/keys/vault.ts': [['MOST_OF_A_KEY'], 'our own work', 'the share of a key that gives it away'],
  'runner/media/matroska/elements.ts': [
    ['MOST_HEADER'],
    "a format's own size",
    'an id of four bytes and a size of eight',
  ],
  'runner/media/what-it-is/behind.ts': [['LONGEST_FIRST_BOX'], "a format's own size", 'ftyp lists a few brands'],
  'runner/report/tally.ts': [['MOST_REQUESTS'], 'a sentence', 'the requests that it names'],
  'runner/run/session/ending.ts': [['MOST_NAMED'], 'a sentence', 'the jobs that it names'],
  'runner/settings/nearest-names.ts': [['LONGEST', 'MOST'], 'a sentence', 'what a user may have meant'],
  'runner/wire/limits/unexpected.ts': [
    ['MOST_SECONDS'],
    'our own work',
    'the video that a submission to be refused asks for',
  ],
  'runner/wire/network/answered-by.ts': [
    ['MOST_CHARACTERS'],
    'a sentence',
    'the names in a certificate, as it quotes them',
  ],
  'runner/wire/network/bad-certificate.ts': [['MOST_NAMES'], 'a sentence', 'the names that it names'],
  'runner/wire/files/redirects.ts': [['LONGEST_PLACE'], 'a sentence', 'where a redirect leads, as it is quoted'],
}

/** Those at the top of a module that are called a bound, and are one by a number of their own. */
function boundsIn(text: string): string[] {
  const declared = text.matchAll(/^(?:export )?const (\w+|[[{][^=]*[\]}])(?::[^=\n]*)? = ((?:.*\n(?=[ \t)\]}]))*.*)/gm)
  return [...declared].flatMap(([, names, value]) => {
    const isNumber = /(?<![\w.'"`/-])\d/.test(value!) && !value!.includes('BOUNDS.')
    return isNumber ? names!.match(/\w+/g)!.filter((name) => NAMES_A_BOUND.test(name)) : []
  })
}

const product = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => (TAKING_IN.test(file) || TELLING.test(file)) && !isOfTests(file))

it('bounds what comes from outside in the table alone (runner/settings/bounds/bounds.ts)', () => {
  const found = product.flatMap((file) => {
    const names = boundsIn(readFileSync(file, 'utf8')).filter(
      (name) => TAKING_IN.test(file) || OF_A_WHOLE_REPORT.test(name),
    )
    return names.length > 0 ? [[file, names.toSorted()] as const] : []
  })
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(ELSEWHERE).map(([file, [names]]) => [file, names])),
  )
})

describe('a bound of its own', () => {
  it.each([
    ['const MOST = 64', ['MOST']],
    ['export const MOST_JOBS: number = 5_000', ['MOST_JOBS']],
    ['const LONGEST = 64 * KIBIBYTE', ['LONGEST']],
    ['const HEADERS_AT_MOST = 2 ** 8', ['HEADERS_AT_MOST']],
    ['const MOST = {\n  json: 20_000,\n}\n', ['MOST']],
    ['const [MOST_PATHS, MOST_OF_ONE] = [many, 20]', ['MOST_PATHS', 'MOST_OF_ONE']],
  ])('is seen: %s', (text, names) => {
    expect(boundsIn(text)).toEqual(names)
  })

  it.each([
    'const MOST = BOUNDS.jobs.most',
    'const MOST_IDS = 2 * BOUNDS.jobs.most',
    'const MOST = /(limit|max)/',
    'const MOST_REQUESTS = MOST_READINGS + MOST_TRIES\nconst LEAST = 3',
    'const ALMOST = 3',
    '  const MOST = 3',
  ])('is none: %s', (text) => {
    expect(boundsIn(text)).toEqual([])
  })
})
