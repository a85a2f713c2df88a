import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { writeWhole } from '../../writing/whole-file.ts'

export const HISTORY_FILE = 'history.jsonl'
export const REPORT_FILE = 'report.json'
export const REPORT_PAGE = 'report.html'
export const CLIENT_FILE = 'client.json'
/** Of what a client did in one scenario. */
export const historyOfScenario = (name: string) => `client-${name}.jsonl`
export const CERTIFICATE_FILE = 'certificate.json'
export const LOCK_FILE = 'run.lock'
export const CERTIFICATE_PAGE = 'certificate.html'

const OF_A_RUN =
  /^(history\.jsonl|report\.(json|html)|junit\.xml|ctrf\.json|run\.har|summary\.md|certificate\.(json|html)|drift\.(json|html|md)|drift-junit\.xml|client\.(json|html|md)|client-junit\.xml|client-[a-z0-9-]+\.jsonl)$/

/** What a run leaves in its folder; anything else there is somebody else's. */
export const isOfARun = (name: string) => OF_A_RUN.test(name)

/** What was asked and answered, in full: no other user of the machine is to read it. */
export const isForItsOwner = (name: string) => name.endsWith('.jsonl') || name.endsWith('.har')

/**
 * Folder by folder: where one cannot be made although all above it are there, as below /proc, Node's own way of making
 * them all never comes to an end. True where there was nothing of that name.
 */
export function makeFolder(path: string): boolean {
  const missing: string[] = []
  for (let each = resolve(path); !existsSync(each); each = dirname(each)) missing.unshift(each)
  if (missing.length === 0 && !statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' })
  for (const each of missing) makeOne(each)
  return missing.length > 0
}

/** Where a file system takes no folders, as /proc, the system says that one is missing. */
function makeOne(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`no permission to create folders in ${dirname(path)}`)
  }
}

export function writeReport(path: string, text: string, manner: { isPrivate?: boolean } = {}): void {
  makeFolder(dirname(path))
  writeWhole(path, text, manner)
}

/** Why something cannot be read or written, as people say it. */
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
