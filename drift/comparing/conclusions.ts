import { chanceOf } from './chance.ts'
import type { Difference } from './change.ts'
import { both, evidenceOf, type Sides, shareOf, valuesOf } from './sides.ts'

/** What a whole run concludes rests on several exchanges already. */
const DOUBT = 0.01

export function* verdictDifferences(sides: Sides): Generator<Difference> {
  for (const { was, is } of both(sides, 'verdict')) {
    for (const [verdict, event] of [
      ['fail', 'broken'],
      ['pass', 'mended'],
    ] as const) {
      const shares = { before: shareOf(sides.before, was, verdict), now: shareOf(sides.now, is, verdict) }
      if (shares.now.shown === 0 || shares.before.shown === shares.before.of) continue
      yield {
        ...{ where: was.where, aspect: 'verdict', event, kind: event === 'broken' ? 'breaking' : 'compatible' },
        ...{ before: valuesOf(was), after: [verdict], shares },
        chance: chanceOf(shares.before, shares.now, DOUBT),
        evidence: evidenceOf(is, verdict),
      }
    }
  }
}

/** Where a client that was served before is served all the same. */
const HARMLESS: ReadonlySet<string> = new Set([
  'capacity.scope',
  'capacity.reading-moves',
  'http.connection-reuse',
  'jobs.url-anew-on-each-read',
  'bit-depth.default',
])
const isRefusal = (choice: string) => /^[345]\d\d( or [345]\d\d)*$|refused/.test(choice)
const isAcceptance = (choice: string) => /accepted|^2\d\d$/.test(choice) && !/refused/.test(choice)

export function* choiceDifferences(sides: Sides): Generator<Difference> {
  for (const { was, is } of both(sides, 'choice')) {
    for (const choice of is.tally.keys()) {
      if (was.tally.has(choice)) continue
      const shares = { before: shareOf(sides.before, was, choice), now: shareOf(sides.now, is, choice) }
      const before = valuesOf(was)
      const isWider = before.every(isRefusal) && isAcceptance(choice)
      yield {
        ...{ where: was.where, aspect: 'choice', before, after: [choice], shares },
        event: isWider
          ? 'accepted now'
          : before.every(isAcceptance) && isRefusal(choice)
            ? 'refused now'
            : 'another choice',
        kind: isWider || HARMLESS.has(was.where.open!) ? 'compatible' : 'breaking',
        chance: chanceOf(shares.before, shares.now, DOUBT),
        evidence: evidenceOf(is, choice),
      }
    }
  }
}
