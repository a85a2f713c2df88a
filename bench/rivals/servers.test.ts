import { describe, expect, it } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { DIALECTS } from '../../service/dialects/index.ts'
import { faultyServers, firstDialectOf, lawfulServers } from './servers.ts'

const subjectsOf = (faults: readonly { breaks: string }[]) => new Set(faults.map(({ breaks }) => breaks.split('.')[0]))

describe('the servers that tools are tried on', () => {
  it('have faults of all large subjects', () => {
    const large = Map.groupBy(FAULTS, ({ breaks }) => breaks.split('.')[0])
    const expected = [...large].filter(([, faults]) => faults.length >= FAULTS.length / 40).map(([subject]) => subject)
    expect([...subjectsOf(faultyServers(64))]).toEqual(expect.arrayContaining(expected))
  })

  it('have each fault in a dialect that shows it', () => {
    expect(firstDialectOf({})).toBe('plain')
    expect(firstDialectOf({ showsIn: ({ name }) => name === 'single-seat' })).toBe('single-seat')
  })

  it('have a healthy twin of the same options for each fault', () => {
    for (const { twin, name } of faultyServers(64)) {
      const fault = FAULTS.find(({ id }) => name.endsWith(` ${id}`))!
      expect(twin.name).toContain(firstDialectOf(fault))
    }
  })

  it('have every dialect among the lawful ones', () => {
    const names = lawfulServers(3).map(({ name }) => name)
    for (const dialect of Object.keys(DIALECTS)) expect(names).toContain(`dialect ${dialect}`)
    expect(names.filter((name) => name.startsWith('variant'))).toHaveLength(3)
  })
})
