import { didYouMean } from './nearest-names.ts'
import { OPTIONS, type OptionName, type OptionValues, optionEntries, type RunOption } from './options.ts'
import { UsageError } from './target.ts'
import { InvalidValue } from './values.ts'

/** Reads the options of a configuration file or of a program. `where`: their name in error messages. */
export function readOptions(content: object, where: string): OptionValues {
  const known = optionEntries().flatMap(([name, option]) => (option.where === 'cli' ? [] : [name]))
  const read = Object.entries(content).flatMap(([name, value]) => {
    if (value === undefined || name === '$schema') return []
    refuseUnknown(name, known, where)
    return [[name, valueIn(value, name, where)]]
  })
  return Object.fromEntries(read)
}

function valueIn(value: unknown, name: string, where: string): unknown {
  const option: RunOption = OPTIONS[name as OptionName]
  try {
    if (option.takes === undefined) {
      if (typeof value !== 'boolean') throw new InvalidValue('It must be true or false.')
      return value
    }
    return textsOf(value, option).reduce((before: unknown, text) => option.read(text, before), undefined)
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error
    const shown = typeof value === 'object' ? JSON.stringify(value) : String(value)
    throw new UsageError(`${where}: ${name} '${shown}' is invalid. ${error.message}`)
  }
}

/** The value as it would be typed. */
function textsOf(value: unknown, { isList, textsOf }: RunOption): string[] {
  if (textsOf && typeof value === 'object' && value !== null && !Array.isArray(value)) return textsOf(value)
  const all = isList && Array.isArray(value) ? value : [value]
  return all.map((each) => {
    if (typeof each === 'string' || typeof each === 'number') return String(each)
    throw new InvalidValue(`It must be text or a number${isList ? ', or a list' : ''}.`)
  })
}

function refuseUnknown(name: string, known: readonly string[], where: string): void {
  if (known.includes(name)) return
  if (/key/i.test(name))
    throw new UsageError(
      `${where}: ${name}: keys are not allowed in a configuration file; set GATECHECK_KEY and the other keys in the environment`,
    )
  const [first = '', ...others] = name.split(/[-_]/).filter(Boolean)
  const inCamelCase = first + others.map((part) => part[0]!.toUpperCase() + part.slice(1)).join('')
  const meant = known.includes(inCamelCase) ? ` Did you mean ${inCamelCase}?` : didYouMean(name, known)
  throw new UsageError(`${where}: unknown option ${name}.${meant || ` Options: ${known.join(', ')}`}`)
}
