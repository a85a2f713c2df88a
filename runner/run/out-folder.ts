import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../settings/target.ts'

export const HISTORY_FILE = 'history.jsonl'
export const REPORT_FILE = 'report.json'
export const REPORT_PAGE = 'report.html'
export const CERTIFICATE_FILE = 'certificate.json'
export const CERTIFICATE_PAGE = 'certificate.html'
const OWN_FILES =
  /^(history\.jsonl|report\.(json|html)|junit\.xml|ctrf\.json|run\.har|summary\.md|certificate\.(json|html))$/

/** The folder of a run. What an earlier run left there is moved aside, anything else is left alone. */
export function openOutFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true })
  } catch {
    throw new UsageError(`--out ${path} cannot be made a folder`)
  }
  const earlier = readdirSync(path).filter((name) => OWN_FILES.test(name))
  if (earlier.length > 0) {
    const aside = unusedName(join(path, `earlier-${whenWritten(join(path, earlier[0]!))}`))
    mkdirSync(aside)
    for (const name of earlier) renameSync(join(path, name), join(aside, name))
  }
  return path
}

export function writeReport(path: string, text: string, { isPrivate = false } = {}): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: isPrivate ? 0o600 : 0o666 })
}

function whenWritten(path: string): string {
  return statSync(path).mtime.toISOString().slice(0, 19).replaceAll(':', '-')
}

function unusedName(path: string): string {
  let name = path
  for (let n = 2; existsSync(name); n++) name = `${path}-${n}`
  return name
}
