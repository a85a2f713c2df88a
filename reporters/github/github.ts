import { excerpt } from '../../engine/history/reading/words.ts'
import { againLine } from '../causes/again.ts'
import { type Cause, causesOf, GRAVITIES, gravest } from '../causes/causes.ts'
import { detailsOf } from '../causes/details.ts'
import { obstaclesOf } from '../causes/obstacles.ts'
import { conclude } from '../outcome/conclusion.ts'
import { listToChange } from '../outcome/known-failures.ts'
import type { Report } from '../outcome/report.ts'
import type { Gravity } from '../outcome/waivers.ts'
import type { RunRecord } from '../reporter.ts'
import { atMost, command, type Note } from './annotation.ts'

/** Annotations for GitHub Actions: causes of failures, other problems, and the verdict. */
export function workflowCommands(record: RunRecord): string[] {
  const { report } = record
  const causes = causesOf(record)
  const failed = (gravity: Gravity) =>
    causes
      .filter((cause) => GRAVITIES[gravest(cause, report)] === gravity)
      .map((cause) => annotated(cause, gravity === 'broken' ? 'error' : 'warning', record))
  const { word, words } = conclude(report)
  return [
    ...atMost([...report.faults.map(faultOfTheSuite), ...failed('broken')]),
    ...atMost([...obstacles(record), ...staleWaivers(report), ...listChanges(report), ...failed('warning')]),
    command({ type: 'notice', title: `gatecheck: ${word}`, message: `${report.target.baseUrl}: ${words}` }),
  ]
}

function annotated(cause: Cause, type: Note['type'], record: RunRecord): Note {
  const { clause, others, partly, title, hint, fix, after } = cause
  const { expected, received } = detailsOf(clause, record, after)
  const { id, level, section, rule } = clause
  const also = [...others, ...partly].map((each) => each.id)
  const fails = title === undefined ? also : [id, ...also]
  return {
    type,
    title: title ?? `${id} (${level}, ${section})`,
    message: [
      ...(title === undefined ? [rule] : []),
      ...(fails.length === 0 ? [] : [`${title === undefined ? 'Also fails' : 'Fails'} ${fails.join(', ')}.`]),
      `Reproduce: ${againLine(record, [id])}.`,
      `Expected ${excerpt(expected, 150)}, received ${excerpt(received, 150)}.`,
      ...(hint === undefined ? [] : [`${hint}.`]),
      fix,
    ].join(' '),
  }
}

const obstacles = (record: RunRecord): Note[] =>
  obstaclesOf(record).map(({ title, expected, received, fix, blocked }) => ({
    type: 'warning',
    title,
    message: `${blocked.length} clauses without a verdict. Expected ${expected}, received ${excerpt(received, 150)}. ${fix}`,
  }))

function faultOfTheSuite(fault: string): Note {
  return { type: 'error', title: 'internal error of gatecheck, not a failure of the server', message: fault }
}

const listChanges = (report: Report): Note[] =>
  listToChange(report).map(({ title, message, fails }) => ({ type: fails ? 'error' : 'warning', title, message }))

function staleWaivers({ waivers }: Report): Note[] {
  return waivers
    .filter(({ state }) => state === 'stale')
    .map(({ clause, reason }) => ({
      type: 'warning',
      title: `stale waiver: ${clause}`,
      message: `${clause} passes, so this waiver is stale; remove it. Its reason: ${reason}`,
    }))
}
