import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Phase } from '../../driving/phase.ts'
import { phaseOf } from '../planning/planning-for-tests.ts'
import { PhasesUnderWay } from './phases-under-way.ts'

const orders = phaseOf('orders', { requests: 1, jobs: 1 }, { placesJobs: true })
const odd = phaseOf('odd bodies', { requests: 1, jobs: 1 }, { yieldsTo: [orders] })
const bad = phaseOf('bad bodies', { requests: 1 }, { beforeJobs: true })
const reads = phaseOf('reads', { requests: 1 })
const visits = phaseOf('visits', { requests: 1 }, { afterPlacing: true })
const PHASES = [orders, odd, reads, visits, bad]

const share = { jobs: 1, left: { jobs: 1, videoSeconds: 1 }, isWhole: true }
const shares = { of: new Map([orders, odd].map(({ name }) => [name, share])) }

/** In which order they begin and end, where each takes a moment. */
async function wayOf(jobsAreScarce: boolean, { deadlineMs = 600_000, badMs = 1 } = {}): Promise<string[]> {
  const told: string[] = []
  const schedule = { phases: PHASES, servedBy: new Map(), beside: PHASES, alone: [], jobsAreScarce }
  const drive = async (phase: Phase) => {
    told.push(phase.name)
    await sleep(phase === bad ? badMs : 1)
    told.push(`end of ${phase.name}`)
  }
  await new PhasesUnderWay(schedule, drive, { configuration: { deadlineMs }, shares }).besideEachOther()
  return told
}

describe('phases that are under way beside each other', () => {
  it('begin at once where jobs are not bounded, but for what waits until all are placed', async () => {
    const way = await wayOf(false)
    expect(way.slice(0, 4).toSorted()).toEqual(['bad bodies', 'odd bodies', 'orders', 'reads'])
    expect(way.indexOf('visits')).toBeGreaterThan(way.indexOf('end of orders'))
  })

  it('place jobs behind what has to be refused, where they are', async () => {
    const way = await wayOf(true)
    expect(way.slice(0, 2).toSorted()).toEqual(['bad bodies', 'reads'])
    expect(way.indexOf('orders')).toBeGreaterThan(way.indexOf('end of bad bodies'))
    expect(way.indexOf('odd bodies')).toBeGreaterThan(way.indexOf('end of orders'))
  })

  it('let nothing that comes before jobs wait for them', async () => {
    const told: string[] = []
    const schedule = { phases: PHASES, servedBy: new Map(), beside: PHASES, alone: [], jobsAreScarce: true }
    const drive = async (phase: Phase): Promise<void> => {
      // As whoever is told that there is no room.
      if (phase === bad || phase === reads) await under.placedSoFar()
      told.push(phase.name)
    }
    const under: PhasesUnderWay = new PhasesUnderWay(schedule, drive, {
      configuration: { deadlineMs: 600_000 },
      shares,
    })
    await under.besideEachOther()
    expect(told.indexOf('bad bodies')).toBeLessThan(told.indexOf('orders'))
  })

  it('wait for that no longer than a twentieth of the time there is', async () => {
    const way = await wayOf(true, { deadlineMs: 100, badMs: 400 })
    expect(way.at(-1)).toBe('end of bad bodies')
  })
})
