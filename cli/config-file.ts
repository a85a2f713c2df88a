import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, CommanderError } from 'commander'
import { UsageError } from '../runner/settings/target.ts'
import { addRunOutputOptions } from './run-output.ts'
import { addTargetOptions, type TargetOptions } from './target-options.ts'

const FOUND_BY_THEMSELVES = [
  'gatecheck.config.ts',
  'gatecheck.config.mjs',
  'gatecheck.config.js',
  'gatecheck.config.json',
]

export async function readConfig(named: string | undefined): Promise<TargetOptions> {
  const path = named ?? FOUND_BY_THEMSELVES.find((each) => existsSync(each))
  if (path === undefined) return {}
  if (!existsSync(path)) throw new UsageError(`--config ${path}: there is no such file`)
  let content: unknown
  try {
    content = path.endsWith('.json')
      ? JSON.parse(readFileSync(path, 'utf8'))
      : (await import(pathToFileURL(resolve(path)).href)).default
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message.split('\n')[0]}`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new UsageError(`${path} must hold an object of options`)
  return checked(content as Record<string, unknown>, path)
}

/** Options that may be repeated are lists; waivers may also be an object of reasons. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).map(([name, each]) => `${name}=${String(each)}`)
  return [value].flat().map(String)
}

/** The same words and the same rules as on the command line: each entry is read as if it had been typed. */
function checked(content: Record<string, unknown>, path: string): TargetOptions {
  const command = addRunOutputOptions(addTargetOptions(new Command()))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  const typed = Object.entries(content).flatMap(([name, value]) => {
    if (/key/i.test(name))
      throw new UsageError(
        `${path}: ${name}: keys never stand in a configuration file; set GATECHECK_KEY and the like in the environment`,
      )
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (value === false) return []
    if (value === true) return [flag]
    return textsOf(value).flatMap((each) => [flag, each])
  })
  try {
    return command.parse(typed, { from: 'user' }).opts<TargetOptions>()
  } catch (error) {
    if (error instanceof CommanderError) throw new UsageError(`${path}: ${error.message.replace(/^error: /, '')}`)
    throw error
  }
}
