import type { Score } from './score.ts'

/** A tested tool, or why it was not tested. */
export type RowOfTable = { name: string; version?: string; score?: Score; absent?: string }

type Share = { caught: number; of: number }

const COLUMNS = [
  ['tool', '---'],
  ['faults caught', '---'],
  ['of ours', '---'],
  ["of strangers'", '---'],
  ['must', '---'],
  ['should', '---'],
  ['false alarms', '---'],
  ['requests a run', '---:'],
  ['seconds a run', '---:'],
] as const

export function table(rows: readonly RowOfTable[]): string {
  return lines([
    COLUMNS.map(([title]) => title),
    COLUMNS.map(([, rule]) => rule),
    ...rows.map(({ name, version, score, absent }) =>
      score
        ? [
            `${name} ${version}`,
            `${inWords(score.caught)} (${percent(score.caught)})`,
            inWords(score.byWriter.ours),
            inWords(score.byWriter.strangers),
            inWords(score.byLevel.must),
            inWords(score.byLevel.should),
            `${score.falseAlarms.caught} on ${score.falseAlarms.of} lawful servers`,
            String(Math.round(score.medianRequests)),
            score.medianSeconds.toFixed(1),
          ]
        : [name, `not tried: ${absent}`, ...COLUMNS.slice(2).map(() => '')],
    ),
  ])
}

/** What each tool caught of each subject, and missed. */
export function subjects(rows: readonly RowOfTable[]): string {
  const tried = rows.filter((row) => row.score)
  const names = Object.keys(tried[0]?.score?.bySubject ?? {})
  return lines([
    ['subject', ...tried.map(({ name }) => name)],
    ['---', ...tried.map(() => '---')],
    ...names.map((subject) => [subject, ...tried.map(({ score }) => inWords(score!.bySubject[subject]!))]),
  ])
}

export function remarks(rows: readonly RowOfTable[]): string {
  return rows
    .flatMap(({ name, score }) => {
      if (!score) return []
      const clause = score.byItsClause > 0 ? [`${score.byItsClause} by the very clause that is broken`] : []
      const none = score.withoutResult > 0 ? [`no result in ${score.withoutResult} runs`] : []
      const all = [...clause, ...none]
      return all.length > 0 ? [`${name}: ${all.join(', ')}.`] : []
    })
    .join('\n')
}

const inWords = ({ caught, of }: Share) => `${caught} of ${of}`
const percent = ({ caught, of }: Share) => `${of === 0 ? 0 : Math.round((100 * caught) / of)} %`
const lines = (rows: readonly (readonly string[])[]) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
