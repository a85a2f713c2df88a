import { describe, expect, it } from 'vitest'
import { chanceOfAJob, idLike, nearIds } from './id-forms.ts'

const UUID = '04fbdeda-0033-4243-9904-e8285190e41b'
const IDS = [UUID, 'vid_8fXk2LmQ9zTb', 'job-000017', '7', '4711', 'a', 'Q', '---', 'v1.aGVsbG8=', 'ünï-1', '🎬9']
const SEEDS = Array.from({ length: 50 }, (_, seed) => seed)

/** Each character by its kind. */
const form = (id: string) => id.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '1')

describe('an id like a real one', () => {
  it('is another one, the same for the same seed', () => {
    for (const id of IDS) {
      for (const seed of SEEDS) expect(idLike(id, seed)).not.toBe(id)
      expect(idLike(id, 7)).toBe(idLike(id, 7))
    }
    expect(new Set(SEEDS.map((seed) => idLike(UUID, seed))).size).toBe(SEEDS.length)
  })

  it.each(['vid_8fXk2LmQ9zTb', UUID, 'v1.aGVsbG8gd29ybGQ='])('has the form of %s', (id) => {
    for (const seed of SEEDS) expect(form(idLike(id, seed))).toBe(form(id))
  })

  it('stays hexadecimal', () => {
    for (const seed of SEEDS) expect(idLike(UUID, seed)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    for (const seed of SEEDS) expect(idLike('9f86d081884c7d65', seed)).toMatch(/^[0-9a-f]{16}$/)
  })

  it.each([
    ['7', ''],
    ['4711', ''],
    ['job-000017', 'job-'],
    ['v12', 'v'],
  ])('is far from %s, which may be counted', (id, before) => {
    for (const seed of SEEDS) {
      const other = idLike(id, seed)
      expect(other.slice(0, before.length)).toBe(before)
      const number = BigInt(other.slice(before.length))
      expect(number > 10n ** 13n && number < 2n ** 63n).toBe(true)
    }
  })

  // Who checks the form of an id before looking for it may answer 400 to these.
  it.each([
    ['a UUID of the same version', UUID, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ['hexadecimal behind a prefix', 'vid_9f86d081884c7d659a2f', /^vid_[0-9a-f]{20}$/],
    ['hexadecimal in capitals', '9F86D081884C7D659A2FEAA0', /^[0-9A-F]{24}$/],
    ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV', /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/],
  ])('is still %s', (_, id, strict) => {
    expect(id).toMatch(strict)
    for (const seed of SEEDS) expect(idLike(id, seed)).toMatch(strict)
  })
})

describe('the chance that an id made up is that of a job', () => {
  it('is next to none for long ids, and considerable for short ones', () => {
    for (const id of [UUID, '9f86d081884c7d659a2f', 'vid_8fXk2LmQ9zTb']) expect(chanceOfAJob(id)).toBeLessThan(1e-6)
    for (const id of ['7', '4711', 'job-1', 'a1b2']) expect(chanceOfAJob(id)).toBeGreaterThan(1e-6)
  })

  it('is greater where fewer letters are in use', () => {
    expect(chanceOfAJob('abcdef12')).toBeGreaterThan(chanceOfAJob('abcdeg12'))
    expect(chanceOfAJob('1234')).toBeGreaterThan(chanceOfAJob('wxyz'))
  })

  // The word in front is the same for every job, so the neighbours of these may well be jobs.
  it.each(['generation-17', 'render_job_4322', 'video-job-2026-1'])('is considerable for %s', (id) => {
    expect(chanceOfAJob(id)).toBeGreaterThan(1e-6)
  })
})

describe('an id near a real one', () => {
  it.each(IDS)('is never %s itself, nor nothing, nor given twice', (id) => {
    const near = nearIds(id).map((each) => each.id)
    expect(near).not.toContain(id)
    expect(near).not.toContain('')
    expect(new Set(near).size).toBe(near.length)
    expect(near.length).toBeGreaterThan(5)
    for (const each of near) expect(each.isWellFormed()).toBe(true)
  })

  it.each([
    ['without its last character', 'vid_8fX'],
    ['without its first character', 'id_8fXk'],
    ['cut in half', 'vid_'],
    ['with a letter behind it', 'vid_8fXkx'],
    ['with a zero before it', '0vid_8fXk'],
    ['with NUL behind it', 'vid_8fXk\u0000'],
    ['with its last character changed', 'vid_8fXq'],
    ['with its first character changed', 'qid_8fXk'],
    ['with its middle character changed', 'vid_3fXk'],
    ['without its punctuation', 'vid8fXk'],
    ['in the other letter case', 'VID_8FxK'],
    ['with one letter in the other case', 'Vid_8fXk'],
  ])('is one %s', (what, near) => {
    expect(nearIds('vid_8fXk')).toContainEqual({ what, id: near })
  })

  it('is its first eight characters, where there are more', () => {
    expect(nearIds(UUID)).toContainEqual({ what: 'its first eight characters', id: '04fbdeda' })
  })

  it('has another character in place of a q, too', () => {
    expect(nearIds('qqq').map((each) => each.id)).toEqual(expect.arrayContaining(['zqq', 'qzq', 'qqz']))
  })

  it('has no letter case where there is no letter', () => {
    expect(nearIds('4711').filter(({ what }) => what.includes('case'))).toEqual([])
  })
})
