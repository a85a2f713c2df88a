import { describe, expect, it } from 'vitest'
import { DIALECTS } from '../../fixtures/dialects/index.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import { trialsOf } from './selfcheck.ts'

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

  it('gives every dialect its share', () => {
    for (const dialect of Object.keys(DIALECTS)) {
      const share = parts[0]!.filter((trial) => trial.dialect === dialect).length
      expect(share).toBeGreaterThan(parts[0]!.length / 8)
    }
  })
})
