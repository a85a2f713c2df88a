import { describe, expect, it } from 'vitest'
import { RecordingInMemory } from '../../runner/history/recording.ts'
import { brokenAt, HOSTILE, passed, sampleExchange, sampleReport } from '../../runner/report/sample-report-for-tests.ts'
import { hostileRun, OBEYED } from '../hostile-run-for-tests.ts'
import { html } from './markup.ts'
import { htmlReport } from './page.ts'

describe('markup', () => {
  it('escapes whatever is put into it, and only that', () => {
    expect(html`<b title="${'"'}">${'<i> & `x`'}</b>`.text).toBe('<b title="&quot;">&lt;i&gt; &amp; &#96;x&#96;</b>')
  })

  it('takes markup as it is, also in lists, and leaves out what is not there', () => {
    expect(html`${[html`<i>1</i>`, html`<i>2</i>`]}${undefined}${false}${null}${0}`.text).toBe('<i>1</i><i>2</i>0')
  })

  it('shows control characters, changes of direction and halves of pairs as what they are', () => {
    expect(html`${'\u0000\u001b\u202e\ud800'}`.text).toBe('\\u0000\\u001b\\u202e\\ud800')
  })
})

const record = (exchanges: number) => ({
  report: sampleReport(
    { 'auth.unknown-key': brokenAt('GET /models', 'GET /usage'), 'paths.version-once': passed },
    { verdict: 'fail', exit: 1 },
  ),
  history: new RecordingInMemory(Array.from({ length: exchanges }, (_, index) => sampleExchange(index + 1))),
})

describe('the page', () => {
  it('holds no more of a run of 20,000 exchanges than of a small one, but for numbers', () => {
    const small = htmlReport(record(100)).length
    expect(htmlReport(record(20_000)).length).toBeLessThan(small * 1.2)
  })

  it('is bounded, however much a server sends', () => {
    expect(htmlReport(hostileRun('x'.repeat(1_000_000))).length).toBeLessThan(500_000)
  })

  it('holds no character that a program would obey', () => {
    expect(htmlReport(hostileRun(HOSTILE))).not.toMatch(OBEYED)
  })

  it('lets nothing run but its own script, and fetches nothing', () => {
    const page = htmlReport(record(3))
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)!
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[A-Za-z0-9+/]{43}='/)
    expect(page).not.toMatch(/\b(src|srcset|background|action|data)=/)
  })

  it('says what was broken, what was expected, what came, and how to try it', () => {
    const page = htmlReport(record(9))
    for (const text of [
      'auth.unknown-key',
      'GET /models',
      '401',
      'curl -i',
      'gatecheck run --base-url https://api.example.com/v1 --only auth.unknown-key --profile standard --seed 42',
    ])
      expect(page).toContain(text)
  })
})
