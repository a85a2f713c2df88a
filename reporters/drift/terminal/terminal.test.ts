import { describe, expect, test } from 'vitest'
import type { DriftReport } from '../../../drift/report.ts'
import { HOSTILE_TEXTS, OBEYED } from '../../hostile-run-for-tests.ts'
import { displayWidth } from '../../terminal/wrapping.ts'
import { DRIFTS, hostileDrift, sampleChange, sampleDrift } from '../sample-drift-for-tests.ts'
import { type DriftTerminalOptions, driftTerminal } from './terminal.ts'

const render = (report: DriftReport, rest: Partial<DriftTerminalOptions> = {}) =>
  driftTerminal(report, { color: false, width: 100, ...rest })
const linesOf = (text: string) => text.trimEnd().split('\n')
const lastOf = (text: string) => linesOf(text).at(-1)

describe('a check that found nothing', () => {
  test('takes four lines, with the proof that it would have seen a change', () => {
    expect(linesOf(render(DRIFTS.same, { reports: ['.gatecheck/drift.html'] }))).toEqual([
      'gatecheck 0.1.0  https://api.example.com/v1  profile smoke, against 2 rounds',
      '41 requests, 1 job (1 s of video), 12.3 s; 8 planted changes found, 2 had no place',
      'Report: .gatecheck/drift.html',
      'SAME  it behaves as the baseline says',
    ])
  })

  test('says what was not looked at and what was seen too seldom, and what to do so that it is', () => {
    const text = render(DRIFTS['same, with loose ends'])
    expect(text).toMatch(/^\? 1 thing seen too seldom .* 7 sightings of each would tell: check again, or with\n/m)
    expect(text).toMatch(/^– not looked at, 2 places: .*check again, or gatecheck drift record --update$/m)
    expect(text).toMatch(/^– not looked at, 1 place: needs GATECHECK_OTHER_ACCOUNT_KEY, as the baseline had it$/m)
    expect(lastOf(text)).toBe(
      'SAME  it behaves as the baseline says; 1 seen too seldom to tell; 3 places not looked at',
    )
    const { baseline } = DRIFTS.same
    const standard = { ...DRIFTS['same, with loose ends'], baseline: { ...baseline, profile: 'standard' as const } }
    expect(render(standard)).toContain('--profile standard looks at it, as the baseline did')
  })

  test('says how many requests were compared, and what was not', () => {
    const text = render(DRIFTS['in another profile'])
    const compared = `– compared: 36 different requests sent by both (baseline: 44, this check: 2449); not compared: 2413
  requests of this check, 8 requests of the baseline, 1 conclusion
  submission.body-is-an-object: fails now, on requests that the baseline did not send
`
    expect(text).toContain(compared)
    expect(lastOf(text)).toBe('SAME  it behaves as the baseline says; 1 conclusion not compared')
    const alike = sampleDrift({ compared: { both: 36, baseline: 44, now: 36 } })
    expect(render(alike)).not.toContain('compared:')
    expect(render(alike, { all: true })).toContain('– compared: 36 different requests')
  })

  test('names noise where it is asked for, and only there', () => {
    const noisy = DRIFTS['same, with loose ends']
    expect(render(noisy)).not.toContain('tags')
    expect(render(noisy, { all: true })).toMatch(
      /^≈ noise: \/data\/\*\/tags is missing at times in GET \/models 200. absent in 3 of 40, in the baseline/m,
    )
  })
})

describe('a check that found changes', () => {
  const text = render(DRIFTS.breaking)

  test('tells one cause once, with its places folded', () => {
    expect(text).toContain(`Breaking
  ✘ /error is gone from 6 kinds of answers.
    change   always → never: absent in 72 of 72, in the baseline in 0 of 480; chance of each: below
             0.01 %
    where    a path outside the interface 404; GET /videos/{id} 404; GET /videos/{id} 401; POST
             /videos 400; and 2 more (--all)
    client   Do without it: whoever reads it finds nothing there.
    accept   gatecheck drift accept `)
    expect(text.match(/drift accept .*/)?.[0].match(/[0-9a-f]{12}/g)).toHaveLength(1)
    expect(render(DRIFTS.breaking, { all: true })).toContain('/videos 400; GET /usage 401; GET /models 401\n')
  })

  test('says of one change both sides, its chance, its exchanges and what to do', () => {
    expect(text).toContain(`  ✘ /credits is a string now in GET /billing/balance 200, and was a number.
    change   number → string: so in 3 of 3, in the baseline in 0 of 26; chance: 0.03 %
    client   Read the new type, too; a typed client fails to parse it.
    see      gatecheck show 11; exchanges 11, 40, 44
    accept   gatecheck drift accept de3863bf51fc --reason "…"
`)
  })

  test('names the status that jobs report now', () => {
    expect(text).toContain('Jobs now report "archived"; before: queued, running, succeeded.')
  })

  test('puts what breaks first and the verdict last', () => {
    const places = [
      'Breaking\n',
      'Compatible\n',
      '~ accepted',
      '! accepted, but gone again',
      '? 1 thing',
      '– not',
      'BREAKING  ',
    ]
    const found = places.map((each) => text.indexOf(each))
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    expect(lastOf(text)).toMatch(
      /^BREAKING {2}5 changes may break a client: \/error gone, answers.errors-show-their-code broken, \/credits of another type and 2 more; 3 compatible changes: /,
    )
  })

  test('of up to five fits a screen, and names the others in a line each', () => {
    expect(linesOf(text).length).toBeLessThanOrEqual(60)
    expect(text.match(/^ {4}accept /gm)).toHaveLength(5)
    expect(text).toMatch(/^ {2}\+ The alias Nova-2 is new in GET \/models. \[b0d4e80c742b\]$/m)
    const many = Array.from({ length: 40 }, (_, n) => sampleChange('new', { alias: `a${n}` }, { after: `${n}` }))
    const long = render(sampleDrift({ verdict: 'compatible', changes: many }))
    expect(linesOf(long).length).toBeLessThanOrEqual(60)
    expect(long).toContain('  and 23 more: --all and the report tell them\n')
  })

  test('with the same thing at the same answers is one entry, and with other values another', () => {
    const where = { endpoint: 'GET /models', status: 200 } as const
    const type = (pointer: string, after: string) => sampleChange('another type', { ...where, pointer }, { after })
    const entries = (...changes: DriftReport['changes']) =>
      render(sampleDrift({ verdict: 'breaking', changes })).match(/^ {2}✘/gm)
    expect(entries(type('/a/b', 'null'), type('/a/c', 'null'))).toHaveLength(1)
    expect(entries(type('/a/b', 'null'), type('/a/c', 'string'))).toHaveLength(2)
    expect(entries(type('/a/b', 'null'), type('/c', 'null'))).toHaveLength(2)
  })

  test('shows accepted ones with their reasons, and stale acceptances', () => {
    const accepted = render(DRIFTS.accepted)
    expect(accepted).toContain('~ accepted: /credits of another type ("the new client reads both")\n')
    expect(accepted).toContain('! accepted, but gone again: The alias Nova-1 in GET /models is gone. [f00dfacef00d]\n')
    expect(lastOf(accepted)).toBe('SAME  it behaves as the baseline says; 1 accepted; 1 acceptance is stale')
  })

  test('tells what the client reads from what it does not', () => {
    const relied = render(DRIFTS['relied on'])
    expect(relied.indexOf('/credits')).toBeLessThan(
      relied.indexOf('Breaks the interface, not what your client reads\n'),
    )
    expect(relied).toContain('client   reads it. Read the new type')
    expect(lastOf(relied)).toMatch(
      /^BREAKING {2}1 change may break a client: .*; 1 change breaks the interface, not what your client reads$/,
    )
    expect(lastOf(render(DRIFTS['not relied on']))).toBe(
      'SAME  1 change breaks the interface, not what your client reads',
    )
  })

  test('names the file and the folder where they are not the usual ones', () => {
    const other = render(DRIFTS.breaking, { baseline: 'my files/b.json', folder: 'today' })
    expect(other).toContain(`drift accept de3863bf51fc --baseline 'my files/b.json' --out today --reason "…"`)
    expect(other).toContain('gatecheck show 11 today; exchanges 11, 40, 44')
  })

  test('is quiet but for changes and verdict where that is asked for', () => {
    expect(render(DRIFTS.same, { quiet: true })).toBe('SAME  it behaves as the baseline says\n')
    expect(render(DRIFTS.breaking, { quiet: true })).toMatch(/^Breaking\n[\s\S]*\n\nBREAKING.*\n$/)
  })
})

test.each([
  ['unknown', /^NO VERDICT {2}the key in GATECHECK_KEY was not accepted$/],
  ['interrupted', /^INTERRUPTED {2}the run was interrupted; until then: 1 change may break a client/],
  ['fault', /^FAULT {2}the check does not see what it must: 2 planted changes were missed \(gone, another type\)/],
  ['compatible, which fails', /^COMPATIBLE {2}1 compatible change \(--fail-on compatible\): Nova-2 new$/],
] as const)('the verdict of a check: %s', (name, line) => {
  expect(lastOf(render(DRIFTS[name]))).toMatch(line)
})

test('there is colour only where it is asked for', () => {
  expect(render(DRIFTS.breaking)).not.toContain('\u001b')
  expect(render(DRIFTS.breaking, { color: true })).toContain('\u001b[31mBREAKING\u001b[39m')
})

test('nothing that a server sent is obeyed by the terminal, and nothing floods it', () => {
  for (const text of HOSTILE_TEXTS) {
    for (const all of [false, true]) {
      const shown = render(hostileDrift(text), { all })
      expect(shown).not.toMatch(OBEYED)
      expect(shown.length).toBeLessThan(20_000)
    }
  }
})

test('no line but those to be copied and the last is wider than the terminal', () => {
  for (const report of Object.values(DRIFTS)) {
    for (const [width, all] of [
      [60, false],
      [80, true],
      [100, false],
    ] as const) {
      for (const line of linesOf(render(report, { width, all })).slice(0, -1))
        if (!line.startsWith('    accept ')) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    }
  }
})
