import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { OptionValues } from '../../engine/config/options.ts'
import { readOptions } from '../../engine/config/read-options.ts'
import { UsageError } from '../../engine/config/target.ts'
import { refuseUnlessFileGiven, textGiven } from '../../engine/writing/read-file.ts'
import { configIn } from './config-module.ts'

const DEFAULT_FILES = ['ts', 'mts', 'cts', 'mjs', 'js', 'cjs', 'json'].map((ending) => `gatecheck.config.${ending}`)

/** Those in the current folder; the first is read. */
export const configFiles = () => DEFAULT_FILES.filter((each) => existsSync(each))

/** Reads the configuration file; `note` says which one, if there are several. */
export async function readConfig(named: string | undefined): Promise<{ options: OptionValues; note?: string }> {
  const found = named === undefined ? configFiles() : [named]
  const [path, ...others] = found
  if (path === undefined) return { options: {} }
  if (!existsSync(path)) throw new UsageError(`--config ${path}: no such file`)
  const options = readOptions(await contentOf(path), path)
  if (others.length === 0) return { options }
  return { options, note: `Using ${path}; ignoring ${others.join(', ')}. To use another file: --config.` }
}

async function contentOf(path: string): Promise<object> {
  const isJson = path.endsWith('.json')
  const where = `--config ${path}`
  const text = isJson ? textGiven(path, where) : ''
  if (!isJson) refuseUnlessFileGiven(path, where)
  let content: unknown
  try {
    content = isJson ? parsed(text) : await configIn(resolve(path))
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message.split('\n')[0]}`)
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content
  const example = isJson ? '' : ', as in: export default { strict: true }'
  throw new UsageError(`${path} must contain an object of options${example}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    // The message of Node may repeat text of the file, such as a key.
    throw new Error(`not valid JSON: ${(error as Error).message.replace(/, ?\.*".*$/s, '')}`)
  }
}
