import { excerpt } from '../../../../engine/history/reading/words.ts'
import { cut, labelled } from '../../../../reporters/terminal/wrapping.ts'
import { counted } from '../../../../reporters/words/counted.ts'
import { standingIn } from '../entries.ts'
import { briefOf, countsInWords, sentenceOf } from '../sentences.ts'
import { STANDINGS } from '../standing.ts'
import { comparedInWords, isPartlyCompared, remediesOf, seldomInWords, sightingsInWords } from '../unseen.ts'
import type { DriftScreen } from './screen.ts'

const MOST_SHOWN = 3

/** Less important results, one line each: accepted, stale, too seldom, not seen, and with --verbose noise. */
export function rest(screen: DriftScreen): string[] {
  return [
    ...accepted(screen),
    ...stale(screen),
    ...seldom(screen),
    ...notLookedAt(screen),
    ...notCompared(screen),
    ...noise(screen),
  ]
}

function accepted(screen: DriftScreen): string[] {
  const { report, width, paint, all } = screen
  const entries = standingIn(report, 'accepted')
  const shown = all ? entries : entries.slice(0, MOST_SHOWN)
  const lines = shown.map((entry) => {
    const { accepted: why = '' } = entry.changes[0]
    return cut(`${STANDINGS.accepted.sign} accepted: ${excerpt(briefOf(entry), 120)} ("${excerpt(why, 200)}")`, width)
  })
  const more = entries.length - shown.length
  if (more > 0) lines.push(`${STANDINGS.accepted.sign} accepted: ${more} more (--all)`)
  return lines.map((line) => paint('faint', line))
}

/** Accepted changes that are no longer present. */
function stale({ report, width, paint, all }: DriftScreen): string[] {
  if (report.stale.length === 0) return []
  const shown = all ? report.stale : report.stale.slice(0, MOST_SHOWN)
  const more = report.stale.length - shown.length
  return [
    ...shown.flatMap(({ id, what }) =>
      labelled('! ', `stale acceptance: ${excerpt(what, 160)} [${excerpt(id, 40)}]`, width),
    ),
    ...(more > 0 ? [`! ${more} more stale acceptances (--all)`] : []),
    ...labelled('  ', 'remove stale acceptances: npx gatecheck drift record --update', width),
  ].map((line) => paint('doubtful', line))
}

function seldom({ report, width, paint, all }: DriftScreen): string[] {
  if (report.seldom.length === 0) return []
  const head = `? ${counted(report.seldom.length, 'fact')} with too few samples to rule out chance: ${seldomInWords(report)}`
  const lines = all
    ? report.seldom.flatMap((each) => [
        ...labelled('    ', `${excerpt(each.what, 300)} ${sightingsInWords(each)}`, width),
      ])
    : []
  return [...labelled('? ', head.slice(2), width).map((line) => paint('doubtful', line)), ...lines]
}

function notLookedAt({ report, width, paint, all }: DriftScreen): string[] {
  return remediesOf(report).flatMap(({ remedy, places }) => {
    const names = places.map(({ what }) => excerpt(what, 120))
    const shown = all ? names : names.slice(0, 2)
    const more = names.length - shown.length
    const which = `${shown.join('; ')}${more > 0 ? ' …' : ''}`
    const said = `not checked: ${counted(places.length, 'place')} (${which}): ${remedy}`
    return (all ? labelled('– ', said, width) : [cutEnd(places.length, which, remedy, width)]).map((line) =>
      paint('faint', line),
    )
  })
}

function notCompared({ report, width, paint, all }: DriftScreen): string[] {
  const words = comparedInWords(report)
  if (words === undefined || !(all || isPartlyCompared(report))) return []
  const shown = all ? report.notCompared : report.notCompared.slice(0, MOST_SHOWN)
  const more = report.notCompared.length - shown.length
  return [
    ...labelled('– ', words, width),
    ...shown.flatMap(({ what, why }) => labelled('  ', `${excerpt(what, 120)}: ${excerpt(why, 200)}`, width)),
    ...(more > 0 ? [`  and ${more} more (--all)`] : []),
  ].map((line) => paint('faint', line))
}

/** The remedy is more useful than all names. */
function cutEnd(count: number, which: string, remedy: string, width: number): string {
  const start = `– not checked: ${counted(count, 'place')}`
  const left = width - start.length - remedy.length - 5
  return cut(`${start}${left > 20 ? ` (${cut(which, left)})` : ''}: ${remedy}`, width)
}

function noise({ report, width, paint, all }: DriftScreen): string[] {
  if (!all) return []
  return standingIn(report, 'noise').flatMap((entry) => {
    const counts = ` ${countsInWords(entry.changes)}`
    return labelled(`${STANDINGS.noise.sign} noise: `, `${excerpt(sentenceOf(entry), 300)}${counts}`, width).map(
      (line) => paint('faint', line),
    )
  })
}
