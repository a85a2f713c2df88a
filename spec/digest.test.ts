import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { digestOfLaw, specDigest } from './digest.ts'
import { LAW } from './law.ts'
import { opinionsOnTheTable } from './opinions.ts'

/** On which no verdict rests. */
const NO_LAW: Record<string, string> = {
  NEEDS: 'what users are asked for, in words',
  EXPLANATIONS: 'what is told beside the rules',
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

  it('rests on opinions by every clause and every open point that the oracle knows', () => {
    const named = sources
      .filter((each) => each.startsWith('./oracle'))
      .flatMap(
        (each) =>
          readFileSync(new URL(each, here), 'utf8').match(
            /'(?:submission|readings|body|prompt|image|ratio|words)\.[a-z0-9-]+'/g,
          ) ?? [],
      )
      .map((quoted) => quoted.slice(1, -1))
    const opinions = opinionsOnTheTable().join('\n')
    expect(new Set(named).size).toBeGreaterThan(25)
    expect([...new Set(named)].filter((id) => !opinions.includes(`"${id}"`))).toEqual([])
  })

  it('does not depend on when it is asked for', () => {
    expect(opinionsOnTheTable()).toEqual(opinionsOnTheTable())
    expect(specDigest()).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the digest of another oracle', () => {
  afterEach(() => {
    vi.doUnmock('./oracle/image-host.ts')
    vi.resetModules()
  })

  it.each([
    ['./oracle/image-host.ts', { isHostOfOnesOwn: () => false }],
    ['./oracle/exact-decimal.ts', { isHeldByDouble: () => true }],
    ['./oracle/model.ts', { judgeModel: () => [] }],
    ['./oracle/resolution.ts', { judgeResolution: () => [] }],
    ['./oracle/number-in-range.ts', { judgeNumberInRange: () => [] }],
    ['./oracle/ratio.ts', { judgeRatio: () => [] }],
    ['./oracle/bit-depth.ts', { judgeBitDepth: () => [] }],
    ['./oracle/image.ts', { judgeImage: () => [] }],
    ['./oracle/prompt.ts', { judgePrompt: () => [] }],
    ['./oracle/prompt-or-image.ts', { judgePromptAndImage: () => [] }],
    ['./oracle/members.ts', { membersOf: () => [] }],
    ['./asked.ts', { askedOf: () => undefined }],
  ])('is another one, where %s is otherwise', async (file, otherwise) => {
    vi.resetModules()
    vi.doMock(file, async (original) => ({ ...(await original<object>()), ...otherwise }))
    const { specDigest: digestOfAnother } = await import('./digest.ts')
    expect(digestOfAnother()).not.toBe(specDigest())
    vi.doUnmock(file)
  })
})
