import { severalIn } from './parameters.ts'
import { type Parameter, PlayError, type Scenario, type Value, type Values } from './scenario.ts'

/** Validated values, with defaults for the rest. */
export function valuesOf(scenario: Scenario, said: Readonly<Record<string, Value>>): Values {
  const { name, parameters } = scenario
  const unknown = Object.keys(said).find((each) => !parameters.some((parameter) => parameter.name === each))
  if (unknown !== undefined) throw new PlayError(`${name} has no parameter ${unknown}; ${known(parameters)}`)
  const values = parameters.flatMap((parameter): [string, Value][] => {
    const value = said[parameter.name] ?? parameter.usual
    return value === undefined ? [] : [[parameter.name, tried(name, parameter, value)]]
  })
  return Object.fromEntries(values)
}

function known(parameters: readonly Parameter[]): string {
  return parameters.length === 0
    ? 'it has no parameters'
    : `available: ${parameters.map(({ name }) => name).join(', ')}`
}

function tried(scenario: string, parameter: Parameter, value: Value): Value {
  const wrong = (form: string) => new PlayError(`${parameter.name} of ${scenario} must be ${form}, not ${value}`)
  if (parameter.type === 'text') {
    const { oneOf, severalOf } = parameter
    if (oneOf && !oneOf.includes(String(value))) throw wrong(`one of ${oneOf.join(', ')}`)
    if (severalOf && !areOf(severalOf, severalIn(value))) throw wrong(`one or more of ${severalOf.join('+')}`)
    return String(value)
  }
  const { least, most, isWhole = false } = parameter
  const number = value === '' ? Number.NaN : Number(value)
  const isGood = number >= least && number <= most && (!isWhole || Number.isInteger(number))
  if (!isGood) throw wrong(`a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`)
  return number
}

const areOf = (words: readonly string[], said: readonly string[]) =>
  said.length > 0 && new Set(said).size === said.length && said.every((word) => words.includes(word))
