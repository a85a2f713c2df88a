import { SCOPE_NAMES, type Scope } from '../scope.ts'
import { type Play, PlayError } from './scenario.ts'

/** Parses `busy,times=3,key=night shift`: a name, then parameters and scope. A backslash escapes a comma in a value. */
export function playWritten(text: string): Play {
  const [name = '', ...said] = partsOf(text)
  if (name === '') throw new PlayError(`"${text}" has no name`)
  const scope: Scope = {}
  const values: Record<string, string> = {}
  for (const part of said) {
    const at = part.indexOf('=')
    if (at < 1) throw new PlayError(`"${part}" in "${text}" must have the form name=value`)
    const [key, value] = [part.slice(0, at), part.slice(at + 1)]
    if (isScopeName(key)) scope[key] = value
    else values[key] = value
  }
  return {
    play: name,
    ...(Object.keys(values).length > 0 && { with: values }),
    ...(Object.keys(scope).length > 0 && { for: scope }),
  }
}

/** The inverse, for messages and to be typed again. */
export function inWriting({ play, with: said = {}, for: scope = {} }: Play): string {
  const parts = [...Object.entries(said), ...Object.entries(scope)].map(
    ([name, value]) => `${name}=${String(value).replace(/[\\,]/g, '\\$&')}`,
  )
  return [play, ...parts].join(',')
}

function partsOf(text: string): string[] {
  const parts: string[] = []
  let part = ''
  for (const [token] of text.matchAll(/\\[\\,]|[\s\S]/g)) {
    if (token === ',') {
      parts.push(part.trim())
      part = ''
    } else part += token.length > 1 ? token.slice(1) : token
  }
  return [...parts, part.trim()]
}

const isScopeName = (name: string): name is keyof Scope => (SCOPE_NAMES as readonly string[]).includes(name)
