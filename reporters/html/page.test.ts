import { describe, expect, it } from 'vitest'
import { recordingOf } from '../../engine/history/recording.ts'
import { hostileRun, RUNS, recordOf } from '../hostile-run-for-tests.ts'
import { brokenAt, HOSTILE, passed, sampleExchange, sampleReport } from '../outcome/sample-report-for-tests.ts'
import { sampleVideo } from '../outcome/sample-videos-for-tests.ts'
import { htmlReport } from './page.ts'

const record = (exchanges: number) => ({
  report: sampleReport(
    { 'auth.unknown-key': brokenAt('GET /models', 'GET /usage'), 'paths.version-once': passed },
    { verdict: 'fail', exit: 1 },
  ),
  history: recordingOf(Array.from({ length: exchanges }, (_, index) => sampleExchange(index + 1))),
})

describe('the page', () => {
  it('has constant size for a run of 20,000 exchanges', () => {
    const small = htmlReport(record(100)).length
    expect(htmlReport(record(20_000)).length).toBeLessThan(small * 1.2)
  })

  it('is limited, however much a server sends', () => {
    expect(htmlReport(hostileRun('x'.repeat(1_000_000))).length).toBeLessThan(500_000)
  })

  it('runs only its own script, and fetches nothing', () => {
    const page = htmlReport(record(3))
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)!
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[A-Za-z0-9+/]{43}='/)
    expect(page).not.toMatch(/\b(src|srcset|background|action|data)=/)
  })

  it.each(Object.entries({ ...RUNS, hostile: hostileRun(HOSTILE) }))('has no dead links: %s', (_, run) => {
    const page = htmlReport(run)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
    const targets = [...page.matchAll(/(?: href="#| popovertarget="| aria-labelledby=")([^"]+)"/g)].map(([, id]) => id)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('allows pictures only if there is one, as data URLs', () => {
    const of = (frame: string) => htmlReport(recordOf(sampleReport({}, { videos: [sampleVideo({ frame })] })))
    const still = `data:image/jpeg;base64,${'/9j/'.repeat(3000)}`
    expect(of(still)).toContain(`<img class="still" alt="First frame of the video" src="${still}">`)
    expect(of(still)).toContain('; img-src data:; base-uri')
    for (const bad of ['https://evil.example/x.png', 'data:image/svg+xml;base64,AAAA', `${still}" onerror="x`]) {
      expect(of(bad)).not.toContain('<img')
      expect(of(bad)).not.toContain('img-src')
    }
  })
})
