import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inABrowser } from '../../fixtures/in-a-browser-for-tests.ts'
import { hostileRun } from '../hostile-run-for-tests.ts'
import { type Documented, kindsIn, ShownPages, whatRan } from './browser-for-tests.ts'
import { INJECTIONS } from './injections-for-tests.ts'
import { htmlReport } from './page.ts'

declare const document: Documented

/** Of a hundred equal videos, all that are shown at once, and one that is folded. */
const VIDEOS = 13

let shown: ShownPages

function save(name: string, text: string): string {
  const { report, history } = hostileRun(text)
  shown.keep(name, htmlReport({ report: { ...report, videos: report.videos.slice(0, VIDEOS) }, history }))
  return shown.urls.get(name)!
}

inABrowser('the HTML report of a hostile run is harmless', () => {
  beforeAll(async () => {
    shown = await ShownPages.begin()
  })
  afterAll(() => shown?.end())

  describe(`text of a server in ${INJECTIONS.length} ways`, () => {
    it('is shown as text and runs nothing', async () => {
      save('harmless', 'harmless')
      const { page, asked, errors } = await shown.open('harmless')
      const usual = await kindsIn(page)
      for (const [index, text] of INJECTIONS.entries()) {
        await page.goto(save(`injection-${index}`, text))
        expect(await whatRan(page), text).toBeUndefined()
        expect(await kindsIn(page), text).toEqual(usual)
        expect(await page.evaluate(() => document.querySelectorAll('script').length)).toBe(1)
      }
      expect(errors).toEqual([])
      expect(asked).toEqual([...shown.urls.values()])
      await page.context().close()
    })
  })
})
