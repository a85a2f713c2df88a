import type { Baseline } from '../../drift/baseline/baseline.ts'
import { chancesOf, type Habit } from '../../drift/habits/habit.ts'
import { placeInWords } from '../../drift/telling/places.ts'
import { printable } from '../../runner/history/reading/words.ts'
import type { Report } from '../../runner/report/report.ts'

type Recorded = { baseline?: Baseline; reports: readonly Report[] }

const MOST_TOLD = 5

/** What was written down, what differs by itself, and what to do with the file. */
export function recordedText({ baseline, reports }: Recorded, path: string): string {
  const last = reports.at(-1)
  if (!baseline) {
    const why = last?.reason ?? 'the round came to no end'
    return `No baseline was written: ${printable(why)}.\nWhat was not seen would pass for what is not there. Mend that, and record again.\n`
  }
  const habits = [...baseline.habits.values()]
  const fickle = habits.filter((habit) => differsFromItself(habit, baseline))
  const broken = habits.filter(({ aspect, tally }) => aspect === 'verdict' && tally.has('fail'))
  const spent = reports.map(({ budget }) => budget)
  const sum = (name: 'requests' | 'jobs') => spent.reduce((all, each) => all + each[name], 0)
  return [
    `${printable(path)}: ${habits.length} facts of ${printable(baseline.target.baseUrl)} from ${baseline.rounds} rounds (now: ${sum('requests')} requests, ${sum('jobs')} jobs).`,
    ...(fickle.length > 0
      ? [`It differs from itself in ${fickle.length}, which is no news from now on:`, ...told(fickle)]
      : ['It never differed from itself.']),
    ...(broken.length > 0
      ? [
          `${broken.length === 1 ? 'A clause is' : `${broken.length} clauses are`} broken today: "gatecheck run" tells more.`,
          ...told(broken),
        ]
      : []),
    'Look through it and commit it; "gatecheck drift check" says what has changed since.',
    '',
  ].join('\n')
}

function told(habits: readonly Habit[]): string[] {
  const lines = habits
    .slice(0, MOST_TOLD)
    .map(({ where, tally }) => `  ${printable(placeInWords(where))}: ${countsOf(tally)}`)
  return habits.length > MOST_TOLD ? [...lines, `  and ${habits.length - MOST_TOLD} more`] : lines
}

const countsOf = (tally: Habit['tally']) =>
  printable(
    [...tally]
      .slice(0, 4)
      .map(([value, count]) => `${value} ×${count}`)
      .join(', '),
  )

/** Several words, or states, are no scatter as long as each comes each time. */
function differsFromItself(habit: Habit, { habits }: Baseline): boolean {
  if (habit.aspect === 'word' || habit.aspect === 'listed') return false
  return [...habit.tally.values()].some((count) => count < chancesOf(habits, habit))
}
