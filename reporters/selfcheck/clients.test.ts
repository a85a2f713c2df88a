import { describe, expect, it } from 'vitest'
import type { ClientOutcome } from '../../selfcheck/clients/try-out.ts'
import { isClean, scoreOf } from '../../selfcheck/score.ts'
import { clientOutcomeLine } from './clients.ts'
import { selfcheckJson, selfcheckMarkdown } from './files.ts'
import { selfcheckReport } from './selfcheck.ts'

const CLAUSE = 'client.polls-no-faster-than-3-s'
const ANOTHER = 'client.keeps-its-key-in-the-header'

const inScenario = (name: string, ...broken: ClientOutcome['scenarios'][number]['broken']) => ({
  ...{ name, seconds: 9, exit: 0, broken },
})

function outcome(kind: ClientOutcome['kind'], id: string, more: Partial<ClientOutcome> = {}): ClientOutcome {
  return {
    ...{ kind, id, about: 'does as it does', right: true, scenarios: [inScenario('plain')], elsewhere: [] },
    ...{ accused: [], faults: [], requests: 8, isDoubtful: false },
    ...more,
  }
}

function wrong(id: string, caught: NonNullable<ClientOutcome['caught']>, more: Partial<ClientOutcome> = {}) {
  const broken = caught === 'by its clause' ? [CLAUSE] : caught === 'by another' ? [ANOTHER] : []
  return outcome('wrong client', id, {
    ...{ breaks: 'Polling: the pause', level: 'must', clauses: [CLAUSE], caught, right: caught === 'by its clause' },
    scenarios: [inScenario('plain', ...(broken as (typeof CLAUSE)[]))],
    accused: broken.map((clause) => ({ clause: clause as typeof CLAUSE, level: 'must', scenario: 'plain' })),
    atFirstSight: 'not',
    ...more,
  })
}

const CAUGHT = [wrong('hasty', 'by its clause'), wrong('hastier', 'by its clause', { atFirstSight: 'by its clause' })]
const RIGHT = outcome('right client', 'curl')
const ACCUSED = outcome('right client', 'curl', {
  right: false,
  accused: [{ clause: CLAUSE, level: 'must', scenario: 'plain', expected: '3 s', received: '1 s' }],
})
const told = (...outcomes: ClientOutcome[]) => selfcheckReport(scoreOf([], outcomes), 1)
const isCleanOf = (...outcomes: ClientOutcome[]) => isClean(scoreOf([], outcomes))

describe('the lines of clients', () => {
  it('count those that are caught by their clause, must and should apart, and beside first sight', () => {
    const should = wrong('slow', 'by its clause', { level: 'should' })
    const lines = told(...CAUGHT, should, wrong('odd', 'by another'), wrong('unseen', 'not'), RIGHT)
    expect(lines).toContain(
      'clients      5 wrong ones, caught by the clause that they break: 3 (60 %); by another 1, not at all 1',
    )
    expect(lines).toContain('must 2 of 4, should 1 of 1')
    expect(lines).toContain('at first sight, before anything was mended: 20 %, by some clause: 20 % (5 measured)')
    expect(lines).toContain('1 right ones in 1 trials, not accused: 1 (100 %)')
    expect(lines).not.toContain('faults  ')
  })

  it('are not there where no client was tried', () => {
    expect(selfcheckReport(scoreOf([]), 1)).not.toContain('clients  ')
  })

  it('name the scenarios in which fewer than two were seen that no other shows', () => {
    expect(told(...CAUGHT)).not.toContain('fewer than two')
    const elsewhere = wrong('everywhere', 'by its clause', {
      scenarios: [inScenario('gzip', CLAUSE)],
      elsewhere: ['plain'],
    })
    const alone = wrong('packed', 'by its clause', { scenarios: [inScenario('gzip', CLAUSE)] })
    // Where one alone was tried, nothing is to be told.
    expect(told(...CAUGHT, alone)).not.toContain('fewer than two')
    expect(told(...CAUGHT, elsewhere, alone)).toContain('no other shows: gzip 1')
  })

  it('say of each trial what it was and what came of it', () => {
    expect(clientOutcomeLine(CAUGHT[0]!, 1, 12)).toBe(
      `[ 1/12] ✔ wrong client hasty in plain, breaks ${CLAUSE} (must): caught`,
    )
    expect(clientOutcomeLine(wrong('odd', 'by another'), 2, 12)).toMatch(/✘.*SURVIVES, accused of client\.keeps/)
    expect(clientOutcomeLine({ ...ACCUSED, again: true }, 3, 12)).toMatch(/✘.*ACCUSED of client\.polls.*, alone$/)
  })
})

describe('a self-check of clients', () => {
  it('is clean where each wrong one is caught by its clause, and no right one accused', () => {
    expect(isCleanOf(...CAUGHT, RIGHT)).toBe(true)
    expect(told(...CAUGHT, RIGHT)).toContain('PASS')
  })

  it.each([
    ['one that another clause caught', wrong('odd', 'by another')],
    ['one that nothing caught', wrong('unseen', 'not')],
    ['a right one that is accused, of a should as of a must', ACCUSED],
    ['one that is listed as missed, and caught', wrong('known', 'by its clause', { stillMissed: 'it is quick' })],
    ['one that could not be tried', outcome('right client', 'Go', { right: false, faults: ['it could not be built'] })],
    ['one listed as missed that could not be tried', wrong('known', 'not', { stillMissed: 'quick', faults: ['no'] })],
  ])('fails for %s', (_, one) => {
    expect(isCleanOf(...CAUGHT, one)).toBe(false)
    expect(told(...CAUGHT, one)).toMatch(/^FAIL /m)
    expect(told(...CAUGHT, one)).toContain(`  ${one.id}, which does as it does; in plain`)
  })

  it('does not fail for one that is listed as missed, and tells why', () => {
    const known = wrong('known', 'not', { stillMissed: 'it is too quick to be seen' })
    expect(isCleanOf(...CAUGHT, known)).toBe(true)
    expect(told(...CAUGHT, known)).toContain('it is too quick to be seen')
  })

  it('shows what is disputed, and counts it nowhere', () => {
    const accused = [{ clause: CLAUSE, level: 'must', scenario: 'plain' }] as const
    const disputed = outcome('disputed client', 'asks-anew', { accused: [...accused] })
    expect(isCleanOf(disputed)).toBe(true)
    expect(told(...CAUGHT, disputed)).toContain(`disputed, counted nowhere: asks-anew, accused of ${CLAUSE}`)
    expect(scoreOf([], [disputed]).clients).toMatchObject({ right: { trials: 0 }, wrong: { tried: 0 } })
  })

  it('is in the files, too', () => {
    const clients = [...CAUGHT, ACCUSED]
    const score = scoreOf([], clients)
    const leftOut = [{ id: 'the client Go', why: 'there is no go on PATH' }]
    expect(JSON.parse(selfcheckJson(score, { trials: [], clients, leftOut }, 1))).toMatchObject({
      clean: false,
      clients: {
        wrong: { tried: 2, byItsClause: 2, byAnother: 0, missed: 0 },
        byLevel: { must: { tried: 2 }, should: { tried: 0 } },
        atFirstSight: { tried: 2, byItsClause: 1 },
        shownOnlyIn: { plain: ['hasty', 'hastier'] },
        accusations: ['curl'],
        leftOut,
        trials: [{ id: 'hasty' }, { id: 'hastier' }, { id: 'curl' }],
      },
    })
    const markdown = selfcheckMarkdown(score, 1)
    expect(markdown).toContain('| wrong clients, caught by the clause that they break | 2 | 2 | 2 | 100 % |')
    expect(markdown).toContain(`- **curl**: \`${CLAUSE}\` failed in plain`)
  })
})
