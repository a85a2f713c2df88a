import { markdownTable } from '../../bench/markdown-table.ts'
import { type Check, subjectOf } from '../../engine/judge/check.ts'
import { checksOf } from '../../engine/judge/names.ts'
import { needInWords } from '../../spec/clause.ts'
import { CLAUSES, type Clause } from '../../spec/clauses.ts'
import { CLIENT_CLAUSES } from '../../spec/clients/clauses.ts'
import { CLIENT_OPEN_POINTS } from '../../spec/clients/open-points.ts'
import { OPEN_POINTS } from '../../spec/open-points.ts'
import { SUITES_OF_TRAFFIC } from '../../suites/index.ts'
import examples from './examples.json' with { type: 'json' }
import type { Page } from './page.ts'

const SERVERS = { must: 'The run fails if the server violates it.', should: 'The run warns if the server violates it.' }
const LANGUAGES = {
  typescript: ['ts', 'TypeScript'],
  python: ['python', 'Python'],
  go: ['go', 'Go'],
  curl: ['sh', 'curl'],
}

const checks: readonly Check[] = checksOf(SUITES_OF_TRAFFIC)
const table = (rows: readonly (readonly string[])[]) =>
  markdownTable(rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|'))))
const pathOf = (id: string) => `reference/clauses/${id.replace('.', '/')}.md`
/** Explanations are plain text. */
const prose = (text: string) => text.replaceAll('<', '&lt;').replaceAll(/https?:\/\/[^\s,;)]+/g, '`$&`')

/** One page for each clause; only the site has them. */
export const clausePages = (): Page[] => [...CLAUSES.map(serverClause), ...CLIENT_CLAUSES.map(clientClause)]

/** The lists of clauses and open points. */
export function clauseLists(): Page[] {
  return [
    {
      path: 'reference/clauses.md',
      title: 'Clauses for servers',
      description: `Find a rule that servers are checked against (${CLAUSES.length} clauses).`,
      body: listOf(CLAUSES),
    },
    {
      path: 'reference/client-clauses.md',
      title: 'Clauses for clients',
      description: `Find a rule that clients are checked against (${CLIENT_CLAUSES.length} clauses).`,
      body: listOf(CLIENT_CLAUSES),
    },
    {
      path: 'reference/open-points.md',
      title: 'Open points',
      description: 'Find the points that the specification leaves to the implementation.',
      body: `A run reports what the server does at these points and never judges it.\n\n${table([
        ['open point', 'section', 'question'],
        ...[...OPEN_POINTS, ...CLIENT_OPEN_POINTS].map(({ id, section, question }) => [
          `\`${id}\``,
          section,
          prose(question),
        ]),
      ])}`,
    },
  ]
}

/** Links the clauses of a list to their pages. */
export const withLinks = (list: string): string =>
  list.replaceAll(/^\| `([\w-]+)\.([\w-]+)`/gm, '| [`$1.$2`](clauses/$1/$2.md)')

const listOf = (clauses: readonly Record<'id' | 'level' | 'section' | 'rule', string>[]) =>
  `Section numbers are those of the service's interface specification. \`npx gatecheck clauses NAME\` explains a clause.\n\n${table(
    [
      ['clause', 'level', 'section', 'rule'],
      ...clauses.map(({ id, level, section, rule }) => [`\`${id}\``, level, section, prose(rule)]),
    ],
  )}`

function serverClause({ id, level, section, rule, explanation, needs = [] }: Clause): Page {
  const { checked, violation, cause, remedy } = explanation
  const example = (examples as Record<string, string>)[id]
  return {
    path: pathOf(id),
    title: id,
    description: rule,
    body: sections({
      '': `**${prose(rule)}**\n\n_${level}_, specification ${section}. ${SERVERS[level]}`,
      'How it is checked': prose(checked),
      'What a violation looks like':
        prose(violation) +
        (example === undefined
          ? ''
          : `\n\nFor example, with each API key replaced by a placeholder:\n\n\`\`\`http\n${example}\n\`\`\``),
      'Usual cause': prose(cause),
      'How to fix it': prose(remedy),
      'What it needs': needs.map((need) => `- ${needInWords(need)}`).join('\n'),
      Checks: checks
        .filter((check) => subjectOf(check) === id)
        .map((check) => `- \`${check.id}\`: ${prose(check.title)}`)
        .join('\n'),
      'Run only this clause': `\`\`\`sh\nnpx gatecheck run --only ${id}\n\`\`\``,
    }),
  }
}

function clientClause({ id, level, section, rule, explanation }: (typeof CLIENT_CLAUSES)[number]): Page {
  const { judged, harm, remedy, code } = explanation
  const blocks = Object.entries(code).map(([name, text]) => {
    const [language, title] = LANGUAGES[name as keyof typeof LANGUAGES]
    return `\`\`\`${language} title="${title}"\n${text}\n\`\`\``
  })
  return {
    path: pathOf(id),
    title: id,
    description: rule,
    body: sections({
      '': `**${prose(rule)}**\n\n_${level}_ for clients, specification ${section}.`,
      'How it is judged': prose(judged),
      'What goes wrong': prose(harm),
      'How to fix it': [prose(remedy), ...blocks].join('\n\n'),
    }),
  }
}

const sections = (all: Record<string, string>): string =>
  Object.entries(all)
    .flatMap(([title, text]) => (text === '' ? [] : [title === '' ? text : `## ${title}\n\n${text}`]))
    .join('\n\n')
