import { describe, expect, it } from 'vitest'
import { HOSTILE_TEXTS, OBEYED } from '../../../../reporters/hostile-run-for-tests.ts'
import { DRIFTS, hostileDrift, hostileLog, sampleChange, sampleDrift, sampleLog } from '../sample-drift-for-tests.ts'
import { driftPage } from './page.ts'

const PAGES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(DRIFTS).map(([name, report]) => [name, driftPage(report)])),
  'with a log': driftPage(DRIFTS.breaking, sampleLog()),
  hostile: driftPage(hostileDrift(HOSTILE_TEXTS[0]!), hostileLog(HOSTILE_TEXTS[0]!)),
}

describe('the page of a check', () => {
  it.each(Object.entries(PAGES))('runs only its own script, and fetches nothing: %s', (_, page) => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)!
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[A-Za-z0-9+/]{43}='/)
    expect(page).not.toMatch(/ (src|srcset|background|action|data)=/)
    expect(page).not.toMatch(/<a [^>]*href="(?!#)/)
  })

  it('has no control characters, and is limited in size', () => {
    for (const text of HOSTILE_TEXTS) {
      const page = driftPage(hostileDrift(text), hostileLog(text))
      expect(page).not.toMatch(OBEYED)
      expect(page.length).toBeLessThan(200_000)
    }
    const changes = Array.from({ length: 3000 }, (_, n) => sampleChange('new', { alias: `a${n}` }, { after: `${n}` }))
    const many = { changes, seldom: changes, notLookedAt: changes, stale: [] }
    expect(driftPage(sampleDrift(many), sampleLog(5000)).length).toBeLessThan(600_000)
  })
})
