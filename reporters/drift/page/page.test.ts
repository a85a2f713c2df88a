import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../drift/log.ts'
import { HOSTILE_TEXTS, OBEYED } from '../../hostile-run-for-tests.ts'
import { DRIFTS, hostileDrift, hostileLog, sampleChange, sampleDrift, sampleLog } from '../sample-drift-for-tests.ts'
import { driftPage } from './page.ts'
import { checksIn, spellsIn } from './spells.ts'

const PAGES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(DRIFTS).map(([name, report]) => [name, driftPage(report)])),
  'with a log': driftPage(DRIFTS.breaking, sampleLog()),
  hostile: driftPage(hostileDrift(HOSTILE_TEXTS[0]!), hostileLog(HOSTILE_TEXTS[0]!)),
}

describe('the page of a check', () => {
  it.each(Object.entries(PAGES))('leads nowhere that is not there: %s', (_, page) => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
    const targets = [...page.matchAll(/(?: href="#| aria-labelledby=")([^"]+)"/g)].map(([, id]) => id)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
  })

  it.each(Object.entries(PAGES))('lets nothing run but its own script, and fetches nothing: %s', (_, page) => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)!
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[A-Za-z0-9+/]{43}='/)
    expect(page).not.toMatch(/ (src|srcset|background|action|data)=/)
    expect(page).not.toMatch(/<a [^>]*href="(?!#)/)
  })

  it('holds no character that a program would obey, and is bounded', () => {
    for (const text of HOSTILE_TEXTS) {
      const page = driftPage(hostileDrift(text), hostileLog(text))
      expect(page).not.toMatch(OBEYED)
      expect(page.length).toBeLessThan(200_000)
    }
    const changes = Array.from({ length: 3000 }, (_, n) => sampleChange('new', { alias: `a${n}` }, { after: `${n}` }))
    const many = { changes, seldom: changes, notLookedAt: changes, stale: [] }
    expect(driftPage(sampleDrift(many), sampleLog(5000)).length).toBeLessThan(600_000)
  })

  it('says how many requests were compared, and lists the conclusions that were not', () => {
    const page = PAGES['in another profile']!
    expect(page).toContain('<h2>Not compared</h2>')
    expect(page).toContain('36 different requests sent by both (baseline: 44, this check: 2449)')
    expect(page).toContain('submission.body-is-an-object: fails now, on requests that the baseline did not send')
  })

  it('has a card for each cause, the gravest first, with both sides and what to do', () => {
    const page = PAGES.breaking!
    expect(page.match(/<article /g)).toHaveLength(8)
    const places = ['id="breaking"', 'id="compatible"', 'id="stale"', 'id="accepted"', 'id="seldom"', 'id="noise"'].map(
      (each) => page.indexOf(each),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    for (const text of [
      '/error is gone from 6 kinds of answers.',
      '<del>number</del>',
      'Jobs now report &quot;archived&quot;; before: queued, running, succeeded.',
      '<ins>string</ins>',
      'so in 3 of 3',
      'Read the new type, too; a typed client fails to parse it.',
      'gatecheck show 11',
      'gatecheck drift accept de3863bf51fc --reason &quot;…&quot;',
      'needs GATECHECK_OTHER_ACCOUNT_KEY, as the baseline had it',
    ])
      expect(page).toContain(text)
  })

  it('puts what the client reads above what it does not', () => {
    const page = PAGES['relied on']!
    expect(page.indexOf('your client reads it')).toBeLessThan(page.indexOf('id="elsewhere"'))
    expect(page).toContain('Breaks the interface, not what your client reads')
  })

  it('shows where the interface has changed, and claims nothing of it where nothing was looked at', () => {
    const ticks = (page: string) => page.match(/aria-label="no change"/g)?.length ?? 0
    expect(ticks(PAGES.same!)).toBe(10)
    expect(ticks(PAGES.breaking!)).toBe(1)
    expect(PAGES.breaking).toMatch(/GET \/billing\/balance<\/span><span class="squares"><a class="square bad"/)
    for (const name of ['unknown', 'fault', 'interrupted']) expect(ticks(PAGES[name]!)).toBe(0)
    expect(PAGES.interrupted!.match(/aria-label="not known"/g)).toHaveLength(9)
    for (const name of ['unknown', 'fault']) expect(PAGES[name]).toContain('What has changed is not known')
  })
})

describe('the log of checks', () => {
  const target = 'https://api.example.com/v1'
  const change = { id: 'a', kind: 'breaking', what: 'It is gone.' } as const
  const check = (day: string, rest: Partial<LogEntry> = {}): LogEntry => {
    const changes = rest.changes ?? []
    const verdict = changes.length > 0 ? 'breaking' : 'same'
    return { at: `2026-11-${day}T02:00:00.000Z`, target, verdict, exit: 0, changes: [], ...rest }
  }

  it('becomes a calendar of days with a letter each', () => {
    const page = PAGES['with a log']!
    expect(page.match(/<text class="letter bad"[^>]*>B</g)).toHaveLength(14)
    expect(page).toContain('<title>2026-11-21: breaking\n/error in a path outside the interface 404 is gone')
    expect(page).toContain('<title>2026-11-10: no check</title>')
    expect(page).toMatch(/A week is a column, a dot a day without a check/)
    expect(PAGES.breaking).not.toContain('id="calendar"')
  })

  it('tells when each thing appeared and went away, and whether it came back', () => {
    const log = [
      check('01'),
      check('02', { changes: [change] }),
      check('03'),
      check('04', { changes: [change] }),
      check('05', { changes: [change] }),
      check('06', { verdict: 'unknown' }),
      check('07'),
    ]
    const [spell, ...others] = spellsIn(checksIn(log, target))
    expect(others).toEqual([])
    expect(spell).toMatchObject({ first: { day: '2026-11-02' }, last: { day: '2026-11-05' }, returns: 1 })
    expect(spell!.goneAt!.day).toBe('2026-11-07')
    expect(spellsIn(checksIn(log.slice(0, 6), target))[0]!.goneAt).toBeUndefined()
  })

  it('tells together what came and went together', () => {
    const other = { ...change, id: 'b', what: 'That, too.' }
    const spells = spellsIn(checksIn([check('01', { changes: [change, other] }), check('02')], target))
    expect(spells.map(({ whats }) => whats)).toEqual([['It is gone.', 'That, too.']])
    const apart = spellsIn(
      checksIn([check('01', { changes: [change, other] }), check('02', { changes: [other] })], target),
    )
    expect(apart.map(({ whats }) => whats)).toEqual([['That, too.'], ['It is gone.']])
  })

  it('takes no other server and no line without a time for a check', () => {
    const log = [check('02'), check('01'), check('03', { target: 'https://other.example/v1' }), check('no day')]
    expect(checksIn(log, target).map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02'])
    expect(driftPage(DRIFTS.same, log.slice(2))).not.toContain('id="calendar"')
  })
})
