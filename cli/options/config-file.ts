import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import { didYouMean } from '../../engine/config/nearest-names.ts'
import { UsageError } from '../../engine/config/target.ts'
import { refuseUnlessFileGiven, textGiven } from '../../engine/writing/read-file.ts'
import { configIn } from './config-module.ts'
import { addRunOutputOptions } from './run-output.ts'
import { addTargetOptions, type TargetOptions } from './target-options.ts'

const FOUND_BY_THEMSELVES = ['ts', 'mts', 'cts', 'mjs', 'js', 'cjs', 'json'].map(
  (ending) => `gatecheck.config.${ending}`,
)

/** Says which file is read, and has no place in it. */
const ON_THE_COMMAND_LINE_ALONE = 'config'

export type Config = {
  options: TargetOptions
  /** What its reader should know of the choice of the file. */
  note?: string
}

export async function readConfig(named: string | undefined): Promise<Config> {
  const found = named === undefined ? FOUND_BY_THEMSELVES.filter((each) => existsSync(each)) : [named]
  const [path, ...others] = found
  if (path === undefined) return { options: {} }
  if (!existsSync(path)) throw new UsageError(`--config ${path}: no such file`)
  const options = readOptions(await contentOf(path), path)
  if (others.length === 0) return { options }
  return {
    options,
    note: `Using ${path}; ignoring ${others.join(', ')}. To use another file: --config.`,
  }
}

async function contentOf(path: string): Promise<Record<string, unknown>> {
  const isJson = path.endsWith('.json')
  const where = `--config ${path}`
  const text = isJson ? textGiven(path, where) : ''
  if (!isJson) refuseUnlessFileGiven(path, where)
  let content: unknown
  try {
    content = isJson ? jsonIn(text) : await configIn(resolve(path))
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message.split('\n')[0]}`)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new UsageError(
      `${path} must contain an object of options${isJson ? '' : ', as in: export default { strict: true }'}`,
    )
  return content as Record<string, unknown>
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    // Where it repeats some of the text, that may be anything.
    throw new Error(`not valid JSON: ${(error as Error).message.replace(/, ?\.*".*$/s, '')}`)
  }
}

/** What may stand in the file itself instead of the name of another one. */
const THEMSELVES = ['prices']

/** Options that may be repeated are lists; waivers may also be an object of reasons. */
function textsOf(value: unknown, name: string): string[] {
  if (typeof value === 'object' && THEMSELVES.includes(name)) return [JSON.stringify(value)]
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).map(([name, each]) => `${name}=${String(each)}`)
  return [value].flat().map(String)
}

/** The same words and the same rules as on the command line: each entry is read as if it had been typed. */
export function readOptions(content: object, path: string): TargetOptions {
  const command = addRunOutputOptions(addTargetOptions(new Command()))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  const known = command.options
    .map((option) => option.attributeName())
    .filter((name) => name !== ON_THE_COMMAND_LINE_ALONE)
  const typed = Object.entries(content).flatMap(([name, value]) => {
    refuseUnknown(name, known, path)
    const own = command.options.filter((option) => option.attributeName() === name)
    const { long: flag = '' } = own.find(({ negate }) => !negate) ?? {}
    if (value === undefined) return []
    if (value === false) return own.flatMap(({ negate, long }) => (negate && long ? [long] : []))
    if (value === true) return [flag]
    return textsOf(value, name).map((each) => `${flag}=${each}`)
  })
  try {
    return command.parse(typed, { from: 'user' }).opts<TargetOptions>()
  } catch (error) {
    if (error instanceof CommanderError) throw new UsageError(`${path}: ${asItStandsThere(error.message, command)}`)
    throw error
  }
}

/** A message about a flag, for whoever never typed one. */
function asItStandsThere(message: string, { options }: Command): string {
  const nameOf = (flags: string) => options.find((option) => option.flags === flags)?.attributeName() ?? flags
  return message.replace(/^error: /, '').replace(/option '([^']*)' argument/, (_, flags: string) => nameOf(flags))
}

function refuseUnknown(name: string, known: readonly string[], path: string): void {
  if (known.includes(name)) return
  if (/key/i.test(name))
    throw new UsageError(
      `${path}: ${name}: keys are not allowed in a configuration file; set GATECHECK_KEY and the other keys in the environment`,
    )
  const inCamelCase = name
    .replace(/^-+/, '')
    .replace(/(?<![-_])[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase())
  const meant = known.includes(inCamelCase) ? ` Did you mean ${inCamelCase}?` : didYouMean(name, known)
  throw new UsageError(`${path}: unknown option ${name}.${meant || ` Options: ${known.join(', ')}`}`)
}
