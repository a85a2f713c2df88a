import { markdownTable } from '../../bench/markdown-table.ts'
import { defaultOf, type Option, optionEntries } from '../../engine/config/options.ts'
import type { Page } from './page.ts'

const TYPES: Record<string, string> = {
  '<time>': "time: `'500ms'`, `'3s'`, `'10m'`, `'1.5h'`",
  '<size>': "size: `'500kB'`, `'32MiB'`",
  '<n|random>': "whole number, or `'random'`",
  '<amount>': "`20` or `'12.50'`",
  '<clause=reason>': 'object: a reason per clause',
}

/** Options of a configuration file and of the library, from the table that reads them. */
export function optionPage(): Page {
  const rows = optionEntries().flatMap(([name, option]) => {
    const { help, takes, where = 'run', value = false } = option
    const preset = defaultOf(option) ?? (takes === undefined ? String(value) : '–')
    const isInLibrary = where === 'run' || where === 'library' || name === 'baseUrl'
    const cells = [`\`${name}\``, typeOf(name, option), preset, isInLibrary ? 'yes' : '–', help]
    return where === 'cli' ? [] : [cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;'))]
  })
  return {
    path: 'reference/options.md',
    title: 'Options in files and programs',
    description: 'Find an option for gatecheck.config.ts, gatecheck.config.json or the library.',
    body: [
      'The options of [`run`](commands.md#run) have the same names and defaults in a configuration file and in the [library](library.md), in camel case. For a JSON file, editors complete and check them by its schema:',
      '```json\n{ "$schema": "./node_modules/gatecheck/engine/config/config.schema.json", "profile": "smoke" }\n```',
      'The library has those marked "yes", and others for keys and environment. Without `out` it writes no files.',
      markdownTable([['option', 'type', 'default', 'library', 'effect'], ...rows]),
    ].join('\n\n'),
  }
}

function typeOf(name: string, { takes, schema, isList }: Option): string {
  if (name === 'prices') return 'file, or the list itself'
  if (takes === undefined) return '`true` or `false`'
  const known = TYPES[takes]
  if (known !== undefined) return known
  const { enum: words, type } = schema as { enum?: string[]; type?: string }
  if (words) return words.map((word) => `\`'${word}'\``).join(', ')
  if (isList) return 'text or list of texts'
  return (
    { integer: 'whole number', number: 'number' }[String(type)] ??
    (takes === '<file>' || takes === '<dir>' ? 'path' : 'text')
  )
}
