import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { digestOfLaw } from './digest.ts'
import { LAW } from './law.ts'

/** On which no verdict rests. */
const NO_LAW: Record<string, string> = {
  NEEDS: 'what users are asked for, in words',
  EARLIER_DIGESTS: 'earlier versions of the data',
}

const here = new URL('.', import.meta.url)
const sources = ['', 'oracle/'].flatMap((folder) =>
  readdirSync(new URL(folder || '.', here))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `./${folder}${name}`),
)

const digest = (law: object) => digestOfLaw(law, [])

/** The law with one value of it changed, for each value in it. */
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
      yield* changesOf(each, (changed) => put({ ...value, [name]: changed }))
    }
  } else yield put(typeof value === 'string' ? `${value} ` : value === undefined ? 1 : undefined)
}

describe('the digest of the law', () => {
  it('is of everything that spec/ states', async () => {
    const stated: Record<string, unknown> = LAW
    const constants: string[] = []
    for (const source of sources.filter((each) => each !== './law.ts')) {
      for (const [name, value] of Object.entries(await import(source))) {
        if (typeof value === 'function' || name in NO_LAW) continue
        constants.push(name)
        expect(stated[name], `${name} of ${source} is part of the law`).toBe(value)
      }
    }
    expect(constants.length).toBeGreaterThan(20)
  })

  it('changes with every single value', () => {
    const same = digest(LAW)
    let changes = 0
    for (const [name, value] of Object.entries(LAW)) {
      // What a client expects is long; that it counts as a whole shows in its first interaction.
      const part =
        name === 'CONTRACT' ? { ...LAW.CONTRACT, interactions: LAW.CONTRACT.interactions.slice(0, 1) } : value
      const from = name === 'CONTRACT' ? digest({ ...LAW, CONTRACT: part }) : same
      for (const changed of changesOf(part, (each) => ({ ...LAW, [name]: each }))) {
        changes++
        if (digest(changed as object) === from) expect.unreachable(`${name} changed, and the digest did not`)
      }
    }
    expect(changes).toBeGreaterThan(1000)
  })
})
