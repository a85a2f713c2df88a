import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { EXCEPTIONS, LONGEST_SENTENCE, WORDS } from './prose-words.ts'

// Reports words that this project replaces in text that users read: Markdown, and string literals of product code.
//
//   node scripts/lint-prose.ts [path …]

const ROOMS = ['cli', 'library', 'reporters', 'spec', 'suites', 'engine', 'service', 'tools', 'action', 'docs', '*.md']
const asked = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', ...(asked.length > 0 ? asked : ROOMS)], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(md|ts)$/.test(file) && !/\.test\.ts$|-for-tests|^fixtures\/|^bench\//.test(file))

let findings = 0
for (const file of files) {
  const source = readFileSync(file, 'utf8')
  for (const { at, text } of file.endsWith('.md') ? paragraphs(source) : strings(file, source)) {
    const line = source.slice(0, at).split('\n').length
    for (const why of reasons(text)) {
      findings++
      process.stdout.write(`${file}:${line}  ${why}\n    ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 160)}\n`)
    }
  }
}
process.stdout.write(`${files.length} files, ${findings} findings\n`)
process.exitCode = findings > 0 ? 1 : 0

function reasons(text: string): string[] {
  const plain = text.replaceAll(/`[^`]*`|<[^>]*>|\]\([^)]*\)/g, '…')
  if (EXCEPTIONS.some(([exempt]) => exempt.test(text))) return []
  const found = WORDS.flatMap(([avoid, use]) => {
    const [match] = avoid.exec(plain) ?? []
    return match === undefined ? [] : [`"${match.trim()}" → ${use}`]
  })
  const words = plain
    .split(/[.!?:;]\s|\n\n| {2,}/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length)
  const most = Math.max(...words)
  return most > LONGEST_SENTENCE ? [...found, `a sentence of ${most} words`] : found
}

function paragraphs(source: string): { at: number; text: string }[] {
  const prose = source.replaceAll(/^```[\s\S]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ' '))
  return [...prose.matchAll(/(?:^(?![|\s]*$).+\n?)+/gm)].flatMap(({ 0: text, index }) =>
    text.startsWith('|')
      ? [...text.matchAll(/[^|\n]+/g)].map((cell) => ({ at: index + cell.index, text: cell[0] }))
      : text.split(/^(?=- |\d+\. )/m).map((item) => ({ at: index + text.indexOf(item), text: item })),
  )
}

/** Literals of three words or more. */
function strings(file: string, source: string): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = []
  const add = (at: number, text: string) => /\w \w+ \w|…/.test(text) && / .* /.test(text) && found.push({ at, text })
  new Visitor({
    Literal: ({ value, start }) => typeof value === 'string' && add(start, value),
    TemplateLiteral: ({ quasis, start }) => add(start, quasis.map(({ value }) => value.cooked ?? '').join('…')),
  }).visit(parseSync(file, source).program)
  return found
}
