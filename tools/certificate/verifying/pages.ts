import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, normalize, resolve, sep } from 'node:path'
import { LIMITS } from '../../../engine/config/limits.ts'
import { SUITE } from '../../../engine/config/version.ts'
import { excerpt, list } from '../../../engine/history/reading/words.ts'
import { CERTIFICATE_FILE, CERTIFICATE_PAGE, HISTORY_FILE, REPORT_PAGE } from '../../../engine/run/folder/files.ts'
import { textGiven } from '../../../engine/writing/read-file.ts'
import { htmlReport } from '../../../reporters/html/page.ts'
import type { Run } from '../../../reporters/outcome/run.ts'
import type { Statement } from '../document/statement.ts'
import { certificatePage } from '../reporters/page.ts'
import type { Problem } from './problem.ts'

/**
 * Compares the page beside a recorded run with the one that the history gives, including the path in its commands.
 * Undefined if another version, whose pages differ, created it.
 */
export function againstReportPage(told: string, dir: string, run: Run): Problem[] | undefined {
  const { report, entries: history } = run
  if (report.suite.version !== SUITE.version) return undefined
  const historyPath = join(dir, HISTORY_FILE)
  const named = pathNamedIn(told) ?? historyPath
  const rightful = (path: string) => htmlReport({ report, history, historyPath: path })
  if (leadsTo(historyPath, named)) return compared(REPORT_PAGE, told, rightful(named), 'the history')
  const problems = compared(REPORT_PAGE, told, rightful(named), 'the history')
  const expected = `commands that name ${historyPath} ("gatecheck report" rewrites them)`
  return problems.length > 0
    ? problems
    : [{ what: 'page-differs', where: REPORT_PAGE, expected, found: `commands that name ${named}` }]
}

/** The page may have been created from another folder, with the same relative path. */
function leadsTo(path: string, named: string): boolean {
  const [real, other] = [realPathOf(path), normalize(named)]
  return realPathOf(named) === real || (!isAbsolute(other) && !other.startsWith('..') && real.endsWith(sep + other))
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

type Page = { problems: Problem[]; at: string[]; not: string[] }

/** The page of a certificate lies beside it, under its name or the default one. */
export function certificatePageBeside(file: string, statement: Statement | undefined): Page {
  const own = file.replace(/(\.json)?$/, '.html')
  const usual = join(dirname(file), CERTIFICATE_PAGE)
  // The default page belongs to the certificate with the default name, if there is one.
  const isFree = basename(file) === CERTIFICATE_FILE || !existsSync(join(dirname(file), CERTIFICATE_FILE))
  const places = [...new Set([own, ...(isFree ? [usual] : [])])].filter((each) => existsSync(each))
  const names = list(
    [...new Set([own, usual])].map((each) => basename(each)),
    'or',
  )
  if (places.length === 0) return { problems: [], at: [], not: [`a page of the certificate (${names} beside it)`] }
  const read = places.map((place) => basename(place))
  if (!statement || statement.predicate.suite.version !== SUITE.version)
    return { problems: [], at: [], not: read.map((name) => `${name} (written by another version)`) }
  const problems = places.flatMap((place) =>
    compared(basename(place), textAt(place), certificatePage(statement), 'the certificate'),
  )
  return { problems, at: read, not: [] }
}

const textAt = (place: string): string => textGiven(place, place, { most: LIMITS.givenRecordBytes })

function compared(name: string, told: string, rightful: string, source: string): Problem[] {
  if (told === rightful) return []
  const expected = `the page rendered from ${source}, byte for byte`
  return [{ what: 'page-differs', where: name, expected, found: differenceIn(told, rightful) }]
}

/** The beginning of the first wrong line. */
function differenceIn(told: string, rightful: string): string {
  const lines = told.split('\n')
  const expected = rightful.split('\n')
  const at = Math.max(
    0,
    expected.findIndex((line, index) => line !== lines[index]),
  )
  return lines.length < expected.length && at >= lines.length
    ? `an end after line ${lines.length}`
    : `line ${at + 1}: ${excerpt(lines[at] ?? '', 160)}`
}

/** The path of the history when the page was written. */
function pathNamedIn(page: string): string | undefined {
  const [, named] = /<meta name="gatecheck-history" content="([^"]*)">/.exec(page) ?? []
  try {
    return named && decodeURIComponent(named)
  } catch {
    return undefined
  }
}
