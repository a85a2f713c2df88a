import { expect, it } from 'vitest'
import { chosenOf } from './trials.ts'

const counted = (asked: Parameters<typeof chosenOf>[0]) => {
  const { clients, servers } = chosenOf(asked)
  const of = (kind: string) => clients.filter((trial) => trial.kind === kind).length
  return { servers: servers.length, right: of('right client'), wrong: of('wrong client') }
}

it('tries clients alone where they are named, right ones in all scenarios or, in brief, in some', () => {
  const [whole, brief] = [counted({ only: ['clients'] }), counted({ only: ['clients'], brief: true })]
  expect([whole.servers, brief.servers]).toEqual([0, 0])
  expect(brief.wrong).toBe(whole.wrong)
  expect(brief.right).toBeLessThan(whole.right / 10)
  expect(brief.right).toBeGreaterThan(100)
})

it('tries clients beside servers where nothing is named, quickly a part of them', () => {
  const [usual, quick] = [counted({}), counted({ quick: true })]
  expect(usual.servers).toBeGreaterThan(quick.servers)
  expect(quick.servers).toBeGreaterThan(0)
  expect(usual.wrong).toBeGreaterThan(quick.wrong * 4)
  expect(quick.right).toBeGreaterThan(0)
})

it('refuses a pattern and a part that leave nothing', () => {
  expect(() => chosenOf({ only: ['key-twice'], sample: { part: 1, of: 900 } })).toThrow(/Nothing is left to be tried/)
})
