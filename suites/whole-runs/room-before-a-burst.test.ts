import { expect, it } from 'vitest'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { announce } from './announced-for-tests.ts'

const BURST = 12
const isOfABurst = ({ purpose }: Exchange) => / of a burst$/.test(purpose.case ?? '')

/** Burst submissions whose key had not read /capacity before. */
function unlooked(entries: Iterable<HistoryEntry>): { submissions: number; before: (string | undefined)[] } {
  const sent = [...entries].filter((entry) => entry.kind === 'exchange').toSorted((one, other) => one.sent - other.sent)
  const looked = new Set<string | undefined>()
  const before = sent.filter((each) => {
    if (each.purpose.case === 'the capacity before a burst') looked.add(keyOf(each.request))
    return isOfABurst(each) && !looked.has(keyOf(each.request))
  })
  return { submissions: sent.filter(isOfABurst).length, before: before.map(({ request }) => keyOf(request)) }
}

it('each key of a burst reads /capacity first, within the announced requests', async () => {
  const { provision, close } = await startEmbedded()
  try {
    const { entries, sent, plan } = await announce(provision, { only: ['capacity'], burst: BURST, seed: 1 })
    const { submissions, before } = unlooked(entries)
    expect(submissions).toBeGreaterThanOrEqual(BURST)
    expect(before).toEqual([])
    expect(sent.requests).toBeLessThanOrEqual(plan.atMost.requests)
  } finally {
    await close()
  }
})
