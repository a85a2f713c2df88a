import { describe, expect, it } from 'vitest'
import { CHANGED_SERVERS } from '../fixtures/changes/changed-servers.ts'
import { FAULTS } from '../fixtures/faults/index.ts'
import { STRANGERS } from '../fixtures/strangers/index.ts'
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

  it.each([
    { quick: false, faults: 300, hard: 60, variants: 150, strangersFaults: 14 },
    { quick: true, faults: 45, hard: 10, variants: 25, strangersFaults: 3 },
  ])('takes enough of each kind where nobody says how much (quick: $quick)', ({ quick, ...least }) => {
    const kinds = Map.groupBy(shortTrials({ quick }), ({ kind }) => kind)
    const ids = (kind: 'fault' | 'variant') => new Set(kinds.get(kind)!.map(({ subject }) => subject.id)).size
    expect(ids('fault')).toBeGreaterThanOrEqual(least.faults)
    expect(ids('variant')).toBeGreaterThanOrEqual(least.variants)
    expect(kinds.get('stranger')).toHaveLength(STRANGERS.length)
    expect(kinds.get("stranger's fault")!.length).toBeGreaterThanOrEqual(least.strangersFaults)
    const hard = kinds.get('fault')!.filter(({ subject }) => 'takes' in subject)
    expect(hard.length).toBeGreaterThanOrEqual(least.hard)
  })

  it.each([
    { quick: false, people: 80, others: 80, dear: 4 },
    { quick: true, people: 40, others: 15, dear: 1 },
  ])(
    'takes changes that people wrote most of all, and few that take thousands of requests (quick: $quick)',
    ({ quick, ...least }) => {
      const changes = shortTrials({ quick }).flatMap((trial) => (trial.kind === 'change' ? [trial.subject] : []))
      const byPeople = changes.filter(({ maker }) => maker === 'people')
      expect(byPeople.length).toBeGreaterThanOrEqual(least.people)
      expect(changes.length - byPeople.length).toBeGreaterThanOrEqual(least.others)
      expect(changes.filter(({ from }) => from !== undefined).length).toBe(least.dear)
      expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['breaking', 'compatible', 'noise']))
    },
  )

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
