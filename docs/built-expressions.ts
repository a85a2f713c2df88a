// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they stand so in another file
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { SyntaxKind } from 'typescript/unstable/ast'
import { ENDPOINTS } from '../spec/endpoints.ts'
import { type Expression, publishedFiles, type Token, tokensOf } from './expressions.ts'

/** Where an expression is made of a text: `made` is what stands in the brackets. */
export type Builder = { file: string; line: number; made: string }

export function buildersOfTheHouse(): Builder[] {
  return publishedFiles().flatMap((file) => buildersIn(readFileSync(file, 'utf8')).map((each) => ({ file, ...each })))
}

export function buildersIn(text: string): Omit<Builder, 'file'>[] {
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

/** Words as somebody may write them who wants to do harm. */
const NASTY = ['(a+)+$', '(.*)*x', 'a|a', '[', '\\', '', '$&', 'a{1,1000}{1,1000}', '.*.*.*.*', '(?=', '\u0000', 'ü😀']

/** Those that are made when a word is there, with all that may stand in the place of each name in them. */
export const MADE_LATER: readonly { file: string; made: string; words: readonly Record<string, unknown>[] }[] = [
  {
    // The paths of our own document alone.
    file: 'spec/openapi/answer-fits.ts',
    made: "`^${template.replaceAll(/\\{\\w+\\}/g, '[^/]+')}$`",
    words: ENDPOINTS.map(({ path }) => ({ template: path })),
  },
  {
    // The one name of a field that is asked for there.
    file: 'runner/pact/law/question.ts',
    made: "`^body \\\\[?'?${name}\\\\b`",
    words: [{ name: 'image_url' }],
  },
  {
    // Keys that the stranger has made itself.
    file: 'fixtures/strangers/tide-table/faults/keys.ts',
    made: '`^Bearer ${key}\\\\S$`',
    words: [{ key: 'cl_0123456789abcdef0123456789abcdef' }],
  },
  {
    // Its own aliases.
    file: 'fixtures/strangers/night-ferry/faults/bad-orders.ts',
    made: '`^${start}.+${end}$`',
    words: [
      { start: 'lan', end: 'rn' },
      { start: '', end: '' },
    ],
  },
  {
    // The names of cookies that stand in the same file.
    file: 'fixtures/faults/auth/other-places.ts',
    made: '`(?:^|; *)${name}=([^;]+)`',
    words: ['sid', 'token', 'session'].map((name) => ({ name })),
  },
  {
    // An id is a server's word.
    file: 'fixtures/clients/wrong/ids.ts',
    made: "`:${id.replace(/\\W/g, '\\\\$&')}[,}]`",
    words: ['job-7', '17', ...NASTY].map((id) => ({ id })),
  },
]

/** The expressions that these words make of what the file itself has in the brackets. */
export function madeLater({ file, made, words }: (typeof MADE_LATER)[number]): Expression[] {
  return words.map((each) => {
    const [source, flags = ''] = new Function(...Object.keys(each), `return [${made}]`)(...Object.values(each))
    return { file, source, flags }
  })
}

export type Recorded = Expression & { line: number }

/**
 * Notes each expression that a file makes of a text while it is read, and where. One that is made within a function with a
 * name is none of them: other words may come there later. Node alone keeps lines as they stand in the file.
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

/** What these files make of texts as soon as they are read. */
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
