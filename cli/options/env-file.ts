import { parseEnv } from 'node:util'
import { UsageError } from '../../engine/config/target.ts'
import { textGiven } from '../../engine/writing/read-file.ts'
import { misspeltName } from './environment-names.ts'

const QUOTES = ['"', "'", '`']

/** What a file of NAME=value lines sets. Node leaves out a line that it cannot read, and with it a key. */
export function environmentIn(path: string): Record<string, string | undefined> {
  const text = read(path)
  const malformed = malformedLine(text)
  // What stands there may be a key, so no message repeats any of it.
  if (malformed) throw new UsageError(`--env ${path}, line ${malformed.line}: ${malformed.why}`)
  const environment = parseEnv(text)
  for (const name of Object.keys(environment)) {
    const misspelt = misspeltName(name)
    if (misspelt !== undefined) throw new UsageError(`--env ${path}, line ${lineOf(name, text)}: ${misspelt}`)
  }
  return environment
}

function lineOf(name: string, text: string): number {
  const lines = text.split('\n').map((line) => line.trim().replace(/^export\s+/, ''))
  return lines.findIndex((line) => line.startsWith(name) && /^\s*=/.test(line.slice(name.length))) + 1
}

const read = (path: string) =>
  textGiven(path, `--env ${path}`)
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')

/** The first line that is no NAME=value, no comment and not empty. A value in quotes may go on over several lines. */
export function malformedLine(text: string): { line: number; why: string } | undefined {
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim()
    if (line === '' || line.startsWith('#')) continue
    const equals = line.indexOf('=')
    const name = line
      .slice(0, equals)
      .replace(/^export\s+/, '')
      .trim()
    const value = line.slice(equals + 1).trimStart()
    if (equals < 0) return { line: at + 1, why: 'missing =; write each line as NAME=value' }
    if (!/^[A-Za-z_][\w.-]*$/.test(name)) return { line: at + 1, why: 'invalid name before =' }
    const quote = QUOTES.find((each) => value.startsWith(each))
    if (quote === undefined) continue
    const end = endOfQuoted(quote, [value.slice(1), ...lines.slice(at + 1)])
    if (end === undefined) return { line: at + 1, why: `missing closing quote ${quote}` }
    if (!/^\s*(#.*)?$/.test(end.behind))
      return { line: at + 1, why: `unexpected text after the closing quote ${quote}` }
    at += end.lines
  }
  return undefined
}

/** How many lines further a quoted value ends, and what stands behind it there. */
function endOfQuoted(quote: string, lines: readonly string[]): { lines: number; behind: string } | undefined {
  const last = lines.findIndex((line) => line.includes(quote))
  return last < 0 ? undefined : { lines: last, behind: lines[last]!.slice(lines[last]!.indexOf(quote) + 1) }
}
