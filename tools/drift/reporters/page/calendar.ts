import { excerpt } from '../../../../engine/history/reading/words.ts'
import { html, type Markup } from '../../../../reporters/html/markup.ts'
import { picture, WIDTH } from '../../../../reporters/html/pictures/picture.ts'
import { counted } from '../../../../reporters/words/counted.ts'
import type { DriftVerdict } from '../../report.ts'
import { VERDICTS } from '../standing.ts'
import type { Checked } from './spells.ts'

const DAY_MS = 86_400_000
const LEFT = 40
const TOP = 24
const STEP = 30
const SIZE = 24
const MOST_WEEKS = Math.floor((WIDTH - LEFT) / STEP)
const MOST_TOLD = 3

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Mon', '', 'Wed', '', 'Fri', '', 'Sun']
/** The most informative of several checks of a day comes first. */
const TELLING_MOST: readonly DriftVerdict[] = ['breaking', 'compatible', 'same', 'unknown']

/** Recent checks: a column per week, a square per day, with a letter so that it works without colours. */
export function calendar(checks: readonly [Checked, ...Checked[]]): Markup {
  const last = dayNumber(checks.at(-1)!.time)
  const thisWeek = weekOf(last)
  const firstWeek = Math.max(weekOf(dayNumber(checks[0].time)), thisWeek - MOST_WEEKS + 1)
  const shown = checks.filter(({ time }) => weekOf(dayNumber(time)) >= firstWeek)
  const days = Map.groupBy(shown, ({ time }) => dayNumber(time))
  const from = dayNumber(shown[0]!.time)
  const all = Array.from({ length: last - from + 1 }, (_, index) => from + index)
  const weeks = thisWeek - firstWeek + 1
  const counts = TELLING_MOST.map((verdict) => ({
    verdict,
    count: [...days.values()].filter((own) => gravest(own) === verdict).length,
  })).filter(({ count }) => count > 0)
  const said = counts.map(({ verdict, count }) => `${VERDICTS[verdict].word}: ${counted(count, 'day')}`).join(', ')
  return picture(
    {
      id: 'calendar',
      title: 'Recent checks',
      caption: html`${counted(shown.length, 'check')} on ${counted(days.size, 'day')} from ${shown[0]!.day} to ${shown.at(-1)!.day}. Each column is a week; a dot is a day without a check.`,
      legend: counts.map(({ verdict, count }) => [
        VERDICTS[verdict].tone,
        `${VERDICTS[verdict].letter}  ${VERDICTS[verdict].word}: ${count}`,
      ]),
      said: `Recent checks, one square per day. ${said}.`,
      fromTheEnd: true,
      width: LEFT + Math.max(weeks, 4) * STEP,
    },
    TOP + 7 * STEP + 4,
    html`${months(firstWeek, weeks)}${WEEKDAYS.map((name, row) => html`<text x="${LEFT - 10}" y="${TOP + row * STEP + 17}" text-anchor="end">${name}</text>`)}
${all.map((day) => square(day, days.get(day) ?? [], { x: LEFT + (weekOf(day) - firstWeek) * STEP, y: TOP + weekday(day) * STEP }))}`,
  )
}

const dayNumber = (time: number) => Math.floor(time / DAY_MS)
/** 1970-01-01 was a Thursday; weeks begin on Mondays. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)
const weekday = (day: number) => (((day + 3) % 7) + 7) % 7
const dateOf = (day: number) => new Date(day * DAY_MS)

function gravest(own: readonly Checked[]): DriftVerdict {
  return TELLING_MOST.find((verdict) => own.some((each) => each.verdict === verdict))!
}

function square(day: number, own: readonly Checked[], { x, y }: { x: number; y: number }): Markup {
  const date = dateOf(day).toISOString().slice(0, 10)
  if (own.length === 0)
    return html`<g><title>${date}: no check</title><circle class="unasked" cx="${x + SIZE / 2}" cy="${y + SIZE / 2}" r="2.5"></circle></g>`
  const { letter, tone, word } = VERDICTS[gravest(own)]
  const whats = [...new Set(own.flatMap(({ changes }) => changes.map(({ what }) => excerpt(what, 120))))]
  const more = whats.length - MOST_TOLD
  const lines = [`${date}: ${word}`, ...whats.slice(0, MOST_TOLD), ...(more > 0 ? [`and ${more} more`] : [])]
  return html`<g><title>${lines.join('\n')}</title><rect class="day ${tone}" x="${x + 1}" y="${y + 1}" width="${SIZE}" height="${SIZE}" rx="5"></rect><text class="letter ${tone}" x="${x + 1 + SIZE / 2}" y="${y + 17}" text-anchor="middle">${letter}</text></g>`
}

/** The name of a month is above its first week. */
function months(firstWeek: number, weeks: number): Markup {
  const starts = Array.from({ length: weeks }, (_, index) => {
    const sunday = dateOf((firstWeek + index) * 7 - 3 + 6)
    const isNew = index === 0 || sunday.getUTCDate() <= 7
    return { index, name: isNew ? MONTHS[sunday.getUTCMonth()]! : '' }
  })
  // Hides the first label if it would overlap the next one.
  const shown = starts.filter(({ name, index }) => name !== '' && !(index === 0 && starts[1]?.name))
  return html`${shown.map(({ index, name }) => html`<text x="${LEFT + index * STEP}" y="14">${name}</text>`)}`
}
