import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { SyntaxKind } from 'typescript/unstable/ast'
import { type Expression, type Token, tokensOf } from './expressions.ts'

/** A call of `RegExp`; `made` is its arguments. */
export type Builder = { file: string; line: number; made: string }

export function buildersIn(files: readonly string[]): Builder[] {
  return files.flatMap((file) => callsIn(readFileSync(file, 'utf8')).map((each) => ({ file, ...each })))
}

function callsIn(text: string): Omit<Builder, 'file'>[] {
  if (!text.includes('RegExp')) return []
  const tokens = [...tokensOf(text)]
  return tokens.flatMap(({ written, from }, nth) => {
    const next = tokens[nth + 1]
    if (written !== 'RegExp' || next?.kind !== SyntaxKind.OpenParenToken) return []
    const end = closingOf(tokens.slice(nth + 1))
    return [{ line: text.slice(0, from).split('\n').length, made: text.slice(next.to, end).trim() }]
  })
}

function closingOf(tokens: readonly Token[]): number {
  let open = 0
  for (const { kind, from } of tokens) {
    if (kind === SyntaxKind.OpenParenToken) open++
    if (kind === SyntaxKind.CloseParenToken && --open === 0) return from
  }
  return tokens.at(-1)!.to
}

export type Recorded = Expression & { line: number }

/**
 * Records each expression that a module builds while it is loaded, with its line. A named function may build others
 * later, so its expressions are left out. Node itself keeps line numbers.
 */
const RECORDER = String.raw`
  const Plain = globalThis.RegExp
  const recorded = []
  const note = (made) => {
    const [, name, url, line] = /\n\s+at (?:(.+) \()?(file:[^[\n]*\.ts):(\d+):\d+/.exec(new Error().stack) ?? []
    if (url && !name) recorded.push({ url, line: Number(line), source: made.source, flags: made.flags })
    return made
  }
  globalThis.RegExp = new Proxy(Plain, {
    construct: (_, given) => note(Reflect.construct(Plain, given)),
    apply: (_, self, given) => note(Reflect.apply(Plain, self, given)),
  })
  for (const url of process.argv.slice(1)) await import(url)
  process.stdout.write(JSON.stringify(recorded), () => process.exit())
`

/** The expressions that these modules build while they are loaded. */
export function madeAtOnce(files: readonly string[]): Recorded[] {
  const urls = new Map(files.map((file) => [pathToFileURL(file).href, file]))
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', RECORDER, ...urls.keys()], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (stdout === '') throw new Error(stderr)
  const recorded = JSON.parse(stdout) as ({ url: string } & Omit<Recorded, 'file'>)[]
  return recorded.flatMap(({ url, ...each }) => {
    const file = urls.get(url)
    return file === undefined ? [] : [{ file, ...each }]
  })
}
