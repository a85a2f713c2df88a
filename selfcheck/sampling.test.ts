import { describe, expect, it } from 'vitest'
import { CHANGED_SERVERS } from '../fixtures/changes/changed-servers.ts'
import { FAULTS } from '../fixtures/faults/index.ts'
import { VARIANTS } from '../fixtures/variants/index.ts'
import { DIALECTS } from '../service/dialects/index.ts'
import { shortTrials, trialsOf } from './selfcheck.ts'

const whole = trialsOf()
const parts = [1, 2].map((part) => trialsOf([], {}, { part, of: 2 }))
const nameOf = (trial: (typeof whole)[number]) => `${trial.kind} ${trial.subject.id} in ${trial.dialect}`

describe('a sample of the self-check', () => {
  it.each([0, 1])('tries every fault and every variant (part %i)', (part) => {
    const ids = new Set(parts[part]!.map(({ subject }) => subject.id))
    expect([...FAULTS, ...VARIANTS].filter(({ id }) => !ids.has(id))).toEqual([])
  })

  it('is whole when its parts are put together', () => {
    expect(new Set(parts.flat().map(nameOf))).toEqual(new Set(whole.map(nameOf)))
  })

  it.each([2, 7, 12])('gives every dialect its share (%i parts)', (of) => {
    const part = trialsOf([], {}, { part: 1, of })
    for (const dialect of Object.keys(DIALECTS)) {
      const share = part.filter((trial) => trial.dialect === dialect).length
      expect(share).toBeGreaterThan(part.length / 8)
    }
  })

  it.each([false, true])('takes some of each kind by default (quick: %s)', (quick) => {
    const kinds = (trials: typeof whole) => new Set(trials.map(({ kind }) => kind))
    expect(kinds(shortTrials({ quick }))).toEqual(kinds(whole))
  })

  it('takes all changes where they are named, and nothing else', () => {
    const named = trialsOf(['change'])
    expect(named.map(({ kind }) => kind).filter((kind) => kind !== 'change')).toEqual([])
    expect(named).toHaveLength(CHANGED_SERVERS.length)
  })

  it('tries some of each kind in whole, the others in brief', () => {
    const trials = shortTrials().filter(({ kind }) => kind === 'fault' || kind === 'variant')
    for (const kind of ['fault', 'variant']) {
      const own = trials.filter((trial) => trial.kind === kind)
      expect(own.filter(({ brief }) => !brief).length).toBeGreaterThanOrEqual(own.length / 7)
      expect(own.filter(({ brief }) => brief).length).toBeGreaterThan(own.length / 2)
    }
  })

  it.each([7, 12])('divides the subjects among more parts than there are dialects (%i)', (of) => {
    const many = Array.from({ length: of }, (_, part) => trialsOf([], {}, { part: part + 1, of }))
    expect(many.flat().map(nameOf).sort()).toEqual(whole.map(nameOf).sort())
    for (const part of many) expect(part.length).toBeLessThan((whole.length / of) * 1.2)
  })
})
