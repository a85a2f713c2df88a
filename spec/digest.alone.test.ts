import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { digestOfLaw, PROSE } from './digest.ts'
import { LAW } from './law.ts'

/** Data that no verdict depends on. */
const NOT_COVERED: Record<string, string> = {
  NEEDS: 'what users have to provide, as text',
  EARLIER_DIGESTS: 'earlier versions of the data',
  PROSE: 'names of members that the digest leaves out',
}

const here = new URL('.', import.meta.url)
const sources = ['', 'oracle/'].flatMap((folder) =>
  readdirSync(new URL(folder || '.', here))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `./${folder}${name}`),
)

const digest = (law: object) => digestOfLaw(law, [])

/** The data with one value changed, for each value that is not prose. */
function* changesOf(value: unknown, put: (changed: unknown) => unknown): Generator<unknown> {
  if (value instanceof RegExp) {
    yield put(new RegExp(value.source, value.flags === '' ? 'i' : ''))
    yield put(new RegExp(`(?:${value.source})`, value.flags))
  } else if (Array.isArray(value)) {
    yield put([...value, 'more'])
    for (const [index, each] of value.entries()) {
      yield* changesOf(each, (changed) => put(value.map((other, at) => (at === index ? changed : other))))
    }
  } else if (typeof value === 'object' && value !== null) {
    yield put({ ...value, more: 1 })
    for (const [name, each] of Object.entries(value)) {
      if (PROSE.has(name)) continue
      yield* changesOf(each, (changed) => put({ ...value, [name]: changed }))
    }
  } else yield put(typeof value === 'string' ? `${value} ` : value === undefined ? 1 : undefined)
}

describe('the digest of the specification data', () => {
  it('covers everything that spec/ exports', async () => {
    const stated: Record<string, unknown> = LAW
    const constants: string[] = []
    for (const source of sources.filter((each) => each !== './law.ts')) {
      for (const [name, value] of Object.entries(await import(source))) {
        if (typeof value === 'function' || name in NOT_COVERED) continue
        constants.push(name)
        expect(stated[name], `${name} of ${source} is in LAW`).toBe(value)
      }
    }
    expect(constants.length).toBeGreaterThan(20)
  })

  it('ignores a reworded rule or question and covers a level', () => {
    const [clause, ...clauses] = LAW.CLAUSES
    const [point, ...points] = LAW.OPEN_POINTS
    const from = digest(LAW)
    expect(digest({ ...LAW, CLAUSES: [{ ...clause, rule: 'Reworded.' }, ...clauses] })).toBe(from)
    expect(digest({ ...LAW, OPEN_POINTS: [{ ...point, question: 'Reworded?' }, ...points] })).toBe(from)
    expect(digest({ ...LAW, CLAUSES: [{ ...clause, level: 'should' }, ...clauses] })).not.toBe(from)
  })

  it('changes with every single value', () => {
    const same = digest(LAW)
    let changes = 0
    for (const [name, value] of Object.entries(LAW)) {
      // The contract is long; its first interaction stands for all.
      const part =
        name === 'CONTRACT' ? { ...LAW.CONTRACT, interactions: LAW.CONTRACT.interactions.slice(0, 1) } : value
      const from = name === 'CONTRACT' ? digest({ ...LAW, CONTRACT: part }) : same
      for (const changed of changesOf(part, (each) => ({ ...LAW, [name]: each }))) {
        changes++
        if (digest(changed as object) === from) expect.unreachable(`${name} changed, and the digest did not`)
      }
    }
    expect(changes).toBeGreaterThan(800)
  })
})
