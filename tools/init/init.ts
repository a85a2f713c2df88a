import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Profile } from '../../engine/config/options.ts'
import { writeWhole } from '../../engine/writing/write-file.ts'
import type { CiFile } from './ci.ts'

export type Setup = { baseUrl: string; profile: Profile; ci: CiFile | undefined }

/** `kept`: the file exists and was not replaced. */
export type FileOfSetup = { path: string; did: 'wrote' | 'replaced' | 'extended' | 'kept' }

export const CONFIG_FILE = 'gatecheck.config.json'
const SCHEMA = './node_modules/gatecheck/engine/config/config.schema.json'
const IGNORED = ['.gatecheck/', 'gatecheck-signing-key.pem']

/**
 * Writes the files of a setup into the current folder. Existing ones are replaced only with `force`; .gitignore is
 * extended.
 */
export function writeSetup({ baseUrl, profile, ci }: Setup, existingConfig: string | undefined, force: boolean) {
  const config = { $schema: SCHEMA, baseUrl, profile, report: ['html', 'junit'] }
  const files: FileOfSetup[] = []
  // A configuration file of another name would take precedence.
  if (existingConfig !== undefined && existingConfig !== CONFIG_FILE) files.push({ path: existingConfig, did: 'kept' })
  else files.push(written(CONFIG_FILE, `${JSON.stringify(config, null, 2)}\n`, force))
  if (ci) files.push(written(ci.path, ci.text, force))
  return [...files, ...withIgnored('.gitignore')]
}

function written(path: string, text: string, force: boolean): FileOfSetup {
  const isThere = existsSync(path)
  if (isThere && !force) return { path, did: 'kept' }
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, text)
  return { path, did: isThere ? 'replaced' : 'wrote' }
}

function withIgnored(path: string): FileOfSetup[] {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const lines = before.split(/\r?\n/)
  const missing = IGNORED.filter((each) => !lines.includes(each))
  if (missing.length === 0) return []
  writeWhole(path, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`)
  return [{ path, did: before === '' ? 'wrote' : 'extended' }]
}

/** Why "npm ci" would not install gatecheck in CI, if so. */
export function whyNotInstalled(): string | undefined {
  const wanted = existsSync('package.json') ? wantedIn(readFileSync('package.json', 'utf8')) : undefined
  if (wanted === undefined) return 'npm ci does not install gatecheck, since package.json does not list it'
  return /^file:(\.\.|\/)/.test(wanted) ? `package.json lists gatecheck as ${wanted}, which CI lacks` : undefined
}

function wantedIn(text: string): string | undefined {
  try {
    const { dependencies, devDependencies } = JSON.parse(text)
    return { ...dependencies, ...devDependencies }.gatecheck
  } catch {
    return undefined
  }
}
