import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { writeWhole } from '../../writing/write-file.ts'

export const HISTORY_FILE = 'history.jsonl'
export const REPORT_FILE = 'report.json'
export const REPORT_PAGE = 'report.html'
export const CLIENT_FILE = 'client.json'
export const historyOfScenario = (name: string) => `client-${name}.jsonl`
export const CERTIFICATE_FILE = 'certificate.json'
export const LOCK_FILE = 'run.lock'
export const CERTIFICATE_PAGE = 'certificate.html'
export const TEST_RESULT_FILE = 'test-result.intoto.jsonl'
export const SIGSTORE_FILE = 'test-result.sigstore.json'
export const PREDICATE_FILE = 'predicate.json'

const OF_A_RUN =
  /^(history\.jsonl|report\.(json|html)|junit\.xml|ctrf\.json|run\.har|traces\.json|summary\.md|certificate\.(json|html)|test-result\.(intoto\.jsonl|sigstore\.json)|predicate\.json|drift\.(json|html|md)|drift-junit\.xml|client\.(json|html|md)|client-junit\.xml|client-[a-z0-9-]+\.jsonl)$/

/** A file that a run writes; other files in its folder are not changed. */
export const isOfARun = (name: string) => OF_A_RUN.test(name)

/** Makes a folder and those above it. True if it did not exist. */
export function makeFolder(path: string): boolean {
  // mkdir with `recursive` never returns for a folder below /proc.
  const missing: string[] = []
  for (let each = resolve(path); !existsSync(each); each = dirname(each)) missing.unshift(each)
  if (missing.length === 0 && !statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' })
  for (const each of missing) makeOne(each)
  return missing.length > 0
}

function makeOne(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    // The parent exists, so the file system does not allow folders.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`no permission to create folders in ${dirname(path)}`)
  }
}

export function writeReport(path: string, text: string, manner: { isPrivate?: boolean } = {}): void {
  makeFolder(dirname(path))
  writeWhole(path, text, manner)
}

export function whyNot(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (code !== undefined && WORDS[code]) || code || message
}

const WORDS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'file too large for this file system',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'a file with that name already exists',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link',
  ENOENT: 'no such file or folder',
  ENAMETOOLONG: 'the name is too long',
}
