import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Problem } from '../certificate/problem.ts'
import type { Statement } from '../certificate/statement.ts'
import { certificatePage } from '../reporters/html/certificate.ts'
import { htmlReport } from '../reporters/html/page.ts'
import { CERTIFICATE_FILE, CERTIFICATE_PAGE, HISTORY_FILE, REPORT_PAGE } from '../runner/folder/files.ts'
import { excerpt } from '../runner/history/words.ts'
import type { Run } from '../runner/run/run.ts'
import { SUITE } from '../runner/settings/version.ts'

/** The page that lies beside a recorded run is what people look at: it has to be the one that the history gives. */
export function againstReportPage(dir: string, { report, entries: history }: Run): Problem[] {
  const place = join(dir, REPORT_PAGE)
  // Another version draws another page of the same run.
  if (!existsSync(place) || report.suite.version !== SUITE.version) return []
  const told = readFileSync(place, 'utf8')
  const historyPath = pathNamedIn(told) ?? join(dir, HISTORY_FILE)
  return compared(REPORT_PAGE, told, htmlReport({ report, history, historyPath }), 'the history')
}

/** The page beside a certificate that bears its usual name. */
export function againstCertificatePage(file: string, statement: Statement | undefined): Problem[] {
  const place = join(dirname(file), CERTIFICATE_PAGE)
  if (!statement || basename(file) !== CERTIFICATE_FILE || !existsSync(place)) return []
  if (statement.predicate.suite.version !== SUITE.version) return []
  return compared(CERTIFICATE_PAGE, readFileSync(place, 'utf8'), certificatePage(statement), 'the certificate')
}

function compared(name: string, told: string, rightful: string, source: string): Problem[] {
  if (told === rightful) return []
  const expected = `the page as ${source} gives it, byte for byte`
  return [{ what: 'page-differs', where: name, expected, found: differenceIn(told, rightful) }]
}

/** The beginning of the first line that is not as it should be. */
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

/** A recorded run may have been moved since; its page names the history where it lay when the page was written. */
function pathNamedIn(page: string): string | undefined {
  const [, named] = /<meta name="gatecheck-history" content="([^"]*)">/.exec(page) ?? []
  try {
    return named && decodeURIComponent(named)
  } catch {
    return undefined
  }
}
