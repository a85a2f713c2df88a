import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startEmbedded } from '../../../../fixtures/embedded.ts'
import { run } from '../../../../reporters/outcome/run.ts'
import { SUITES } from '../../../../suites/index.ts'
import { observedIn } from '../../baseline/baseline.ts'
import { baselineText, readBaseline } from '../../baseline/file.ts'
import { changed, compared } from '../documents-for-tests.ts'

const QUICK = { pollIntervalMs: 3, settleMs: 20, lagMs: 50, deadlineMs: 900_000, seed: 1 }

it('finds no difference between our document and the reference service, and finds one that was added', async () => {
  const { provision, close } = await startEmbedded()
  const wishes = { profile: 'smoke', ...QUICK } as const
  const { report, entries } = await run({ provision, wishes, suites: SUITES, local: true }).finally(close)
  const seen = observedIn({ report, entries })
  const recorded = readBaseline(baselineText({ ...seen, accepted: [] })).habits
  const text = readFileSync(new URL('../../../../spec/openapi.json', import.meta.url), 'utf8')
  expect(seen.habits.size).toBeGreaterThan(100)
  for (const habits of [seen.habits, recorded]) expect(compared(text, habits).findings).toEqual([])

  const other = changed(({ components }) => {
    components.schemas.Balance = { properties: { plan: { enum: ['free'] }, credits: {} } }
  })
  expect(compared(other, recorded).findings.filter(({ side }) => side === 'observed')).toMatchObject([
    { kind: 'contradicts', about: 'words', pointer: '/plan', received: 'professional' },
  ])
})
