import { type ClientCheck, clientCheck, type Known } from '../../../engine/judge/clients/check.ts'
import { isAtTheInterface, knew, type Passage } from '../../../engine/judge/clients/passage.ts'
import { latestBefore } from '../counted/latest-before.ts'
import { inARow, isNeverAtOnce } from '../counted/rows.ts'
import { ClientTally } from '../counted/tally.ts'
import { withoutTheRest } from '../counted/without-the-rest.ts'

const REFUSED: readonly (number | undefined)[] = [400, 401, 404, 422]
/** After a while, the cause of a refusal may be fixed. */
const WITHIN_MS = 5 * 60_000

type Sent = { passage: Passage; what: string }

/** What makes a request the same one as before. */
function whatIs({ exchange: { request }, client }: Passage): string {
  const said = request.headers.flatMap(([name, value]) => (name.toLowerCase() === 'authorization' ? [value] : []))
  return JSON.stringify([client, request.method, request.path, request.body, said])
}

export const repeatsNoRefusal: ClientCheck = clientCheck({
  clause: 'client.repeats-no-refused-request',
  begin: () => ({ sent: [] as Sent[], refused: new Set<string>() }),
  see(notes, passage, { urls }) {
    // Who is nobody may be several.
    if (!isAtTheInterface(passage) || passage.client === undefined || urls.meantBy(passage.exchange).length > 0) return
    const what = whatIs(passage)
    if (REFUSED.includes(passage.status)) notes.refused.add(what)
    // What came before its first refusal repeats none, unless it was under way.
    if (notes.refused.has(what)) notes.sent.push({ passage: withoutTheRest(passage), what })
  },
  conclude({ sent }, known) {
    const tally = new ClientTally()
    for (const group of Map.groupBy(sent, ({ what }) => what).values()) {
      const own = group.map(({ passage }) => passage).sort((one, other) => one.at - other.at)
      for (const refusal of own.filter(({ status }) => REFUSED.includes(status))) tally.tries(refusal)
      for (const [again, before] of repeatsIn(own, known)) {
        const { method, path } = again.exchange.request
        const [status, afterMs] = [before.status!, again.at - before.end]
        tally.breaks({
          fact: { kind: 'refusal repeated', status, method, path, afterMs },
          client: again.client,
          evidence: [before.n, again.n],
          beside: before.n,
        })
      }
    }
    return tally.verdict('none of its requests was refused')
  },
})

/** Requests whose sender knew of the earlier refusal, with that refusal. */
function repeatsIn(own: readonly Passage[], { transitMs, lateness, options }: Known): [Passage, Passage][] {
  const refusals = own.filter(({ status }) => REFUSED.includes(status)).sort((one, other) => one.end - other.end)
  const byTime = latestBefore(own, refusals, ({ end }) => end + transitMs + lateness.around(end))
  const atOnce = isNeverAtOnce(own) ? latestBefore(own, refusals, ({ end }) => end) : []
  const rows = inARow(own, transitMs)
  return own.flatMap((again, index): [Passage, Passage][] => {
    const last = refusals[atOnce[index] ?? -1]
    const isTold =
      last !== undefined &&
      (rows.has(again) || (options.makesOneVideo && knew(again, last, transitMs + lateness.around(last.end)) === 'yes'))
    const before = isTold ? last : refusals[byTime[index] ?? -1]
    return before && again.at - before.end <= WITHIN_MS ? [[again, before]] : []
  })
}
