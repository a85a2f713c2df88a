import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import { clientCheck, type Known } from '../../engine/judge/clients/check.ts'
import { judgeClients } from '../../engine/judge/clients/judging.ts'
import type { Passage } from '../../engine/judge/clients/passage.ts'
import { kept } from '../../engine/judge/clients/verdict.ts'
import { STORMS, slowIn } from '../storms-for-tests.ts'
import { CLIENT_CHECKS } from './index.ts'

/** The input of judges, in order. */
function told(entries: readonly HistoryEntry[]): { passages: [Passage, Known][]; end: Known } {
  const passages: [Passage, Known][] = []
  let end: Known | undefined
  const hears = clientCheck({
    clause: 'client.sends-its-key',
    begin: () => undefined,
    see: (_, passage, known) => void passages.push([passage, known]),
    conclude(_, known) {
      end ??= known
      return kept(0, [])
    },
  })
  judgeClients(entries, { checks: [hears], observations: [] })
  return { passages, end: end! }
}

function checksOf(entries: readonly HistoryEntry[]) {
  const { passages, end } = told(entries)
  const { checks, observations } = CLIENT_CHECKS
  const all = [
    ...checks.map(({ clause: id, watch }) => ({ id: id as string, watch })),
    ...observations.map(({ open: id, watch }) => ({ id: id as string, watch })),
  ]
  return all.map(({ id, watch }) => ({
    id,
    judge() {
      const watching = watch()
      for (const [passage, known] of passages) watching.see(passage, known)
      watching.conclude(end)
    },
  }))
}

describe('every client judge takes time linear in the traffic', () => {
  it.each(Object.keys(STORMS))('%s', (storm) => {
    expect(slowIn(storm, checksOf)).toEqual([])
  })
})
