import { EXIT } from '../../../engine/config/exit-codes.ts'
import { excerpt, printable } from '../../../engine/history/reading/words.ts'
import { type Case, suiteOf, suitesInXml } from '../../../reporters/junit/suite.ts'
import type { DriftReport } from '../report.ts'
import { acceptLine, evidenceOf, idsOf, type Places, showLine } from './commands.ts'
import { concludeDrift } from './conclusion.ts'
import { type Entry, standingIn } from './entries.ts'
import { briefOf, countsInWords, sentenceOf, sidesOf } from './sentences.ts'
import { proofInWords } from './spent.ts'
import { STANDINGS, type StandingName } from './standing.ts'
import { remediesOf, sightingsInWords } from './unseen.ts'

const LONGEST = 4000
const TOLD = ['breaking', 'elsewhere', 'compatible', 'accepted'] as const satisfies StandingName[]

/** JUnit XML for Jenkins: a case for each cause, for each inconclusive part, and for the check. */
export function driftJUnit(report: DriftReport, places: Places = {}): string {
  const { startedAt, seconds, target, profile } = report
  const common = { startedAt, properties: { target: target.baseUrl, profile } }
  const changes = TOLD.flatMap((standing) => standingIn(report, standing)).map((entry) => caseOf(entry, report, places))
  const suites = [
    ...(changes.length > 0 ? [suiteOf('changes', changes, common)] : []),
    suiteOf('gatecheck drift', theCheck(report), common),
  ]
  return suitesInXml('gatecheck drift', suites, seconds)
}

function caseOf(entry: Entry, { failOn, onlyReliedOn }: DriftReport, places: Places): Case {
  const { standing } = entry
  const fails =
    standing === 'breaking' ||
    (standing === 'elsewhere' && !onlyReliedOn) ||
    (standing === 'compatible' && failOn === 'compatible')
  const [{ accepted, todo }] = entry.changes
  const numbers = evidenceOf(entry)
  const text = [
    `${STANDINGS[standing].word}: ${sentenceOf(entry)}`,
    [sidesOf(entry.changes[0]).join(' → '), countsInWords(entry.changes)].filter(Boolean).join('; '),
    ...entry.places.map(({ name, changes }) => `at ${name} (${changes.map(({ id }) => id).join(', ')})`),
    ...(accepted === undefined ? [] : [`accepted: ${excerpt(accepted, 400)}`]),
    todo,
    ...(numbers.length > 0 ? [`${showLine(numbers[0]!, places)}; exchanges ${numbers.join(', ')}`] : []),
    ...(accepted === undefined ? [`accept it: ${acceptLine(idsOf(entry), places)}`] : []),
  ].join('\n')
  return {
    ...{
      classname: `gatecheck.drift.${standing}`,
      name: excerpt(briefOf(entry), 200),
      seconds: 0,
      text: bounded(text),
    },
    ...(fails
      ? { outcome: 'failure', type: standing, message: excerpt(sentenceOf(entry), 300) }
      : { outcome: accepted === undefined ? 'pass' : 'skipped' }),
  }
}

/**
 * Problems of no single change that must not look green: a check without a verdict, or one that missed a planted
 * change.
 */
function theCheck(report: DriftReport): Case[] {
  const { exit, verdict, proof, seldom, stale, seconds } = report
  const named = (name: string) => ({ classname: 'gatecheck.drift', name, seconds: 0 })
  const hasNone = verdict === 'unknown' || exit === EXIT.interrupted || exit === EXIT.suiteFault
  const { words } = concludeDrift(report)
  return [
    {
      ...{ ...named('check reaches a verdict'), seconds },
      ...(hasNone
        ? { outcome: 'error', type: verdict, message: excerpt(words, 300), text: words }
        : { outcome: 'pass', text: words }),
    },
    {
      ...named('seeded changes are found'),
      ...(proof.missed.length > 0
        ? { outcome: 'error', type: 'fault', message: `missed: ${proof.missed.join(', ')}`, text: proofInWords(report) }
        : { outcome: 'pass', text: proofInWords(report) }),
    },
    ...seldom.map((each): Case => {
      const text = `too few samples: ${excerpt(each.what, 400)} ${sightingsInWords(each)}`
      return { ...named(`enough samples: ${excerpt(each.what, 160)}`), outcome: 'skipped', text }
    }),
    ...remediesOf(report).map(({ remedy, places }): Case => {
      const text = places.map(({ what }) => printable(what)).join('\n')
      return { ...named(`not checked: ${remedy}`), outcome: 'skipped', text: bounded(text) }
    }),
    ...stale.map(({ id, what, reason }): Case => {
      const text = `${excerpt(what, 300)} No longer so. Reason of the acceptance: ${excerpt(reason, 300)}`
      return { ...named(`stale acceptance: ${excerpt(id, 40)}`), outcome: 'skipped', text }
    }),
  ]
}

const bounded = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
