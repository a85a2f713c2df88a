import { printable } from '../../../engine/history/reading/words.ts'
import type { Report } from '../../../reporters/outcome/report.ts'
import { counted } from '../../../reporters/words/counted.ts'
import type { Baseline } from '../baseline/baseline.ts'
import { chancesOf, type Habit } from '../habits/habit.ts'
import { placeInWords } from '../telling/places.ts'

type Recorded = { baseline?: Baseline; reports: readonly Report[] }

const MOST_TOLD = 5

/** What was recorded, what varies, and how to use the file. */
export function recordedText({ baseline, reports }: Recorded, path: string): string {
  const last = reports.at(-1)
  if (!baseline) {
    const why = last?.reason ?? 'the round did not finish'
    return `No baseline was written: ${printable(why)}.\nA baseline from an incomplete round would hide changes. Fix the cause and record again.\n`
  }
  const habits = [...baseline.habits.values()]
  const fickle = habits.filter((habit) => differsFromItself(habit, baseline))
  const broken = habits.filter(({ aspect, tally }) => aspect === 'verdict' && tally.has('fail'))
  const spent = reports.map(({ budget }) => budget)
  const sum = (name: 'requests' | 'jobs') => spent.reduce((all, each) => all + each[name], 0)
  return [
    `${printable(path)}: ${habits.length} facts of ${printable(baseline.target.baseUrl)} from ${baseline.rounds} rounds (now: ${sum('requests')} requests, ${sum('jobs')} jobs).`,
    ...(fickle.length > 0
      ? [`${counted(fickle.length, 'fact')} varied between requests and will count as noise:`, ...habitLines(fickle)]
      : ['All facts were consistent.']),
    ...(broken.length > 0
      ? [
          `${broken.length === 1 ? 'A clause fails' : `${broken.length} clauses fail`} now: "npx gatecheck run" gives details.`,
          ...habitLines(broken),
        ]
      : []),
    'Review and commit the file; "npx gatecheck drift check" reports changes against it.',
    '',
  ].join('\n')
}

function habitLines(habits: readonly Habit[]): string[] {
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

/** Several words, or states, are no variation as long as each occurs every time. */
function differsFromItself(habit: Habit, { habits }: Baseline): boolean {
  if (habit.aspect === 'word' || habit.aspect === 'listed') return false
  return [...habit.tally.values()].some((count) => count < chancesOf(habits, habit))
}
