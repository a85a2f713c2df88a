import { afterAll, beforeAll, expect, it } from 'vitest'
import { inABrowser } from '../../../../fixtures/in-a-browser-for-tests.ts'
import {
  complaintsOf,
  DESKTOP,
  type Documented,
  kindsIn,
  PHONE,
  ShownPages,
  whatRan,
  widerBy,
} from '../../../../reporters/html/browser-for-tests.ts'
import { INJECTIONS } from '../../../../reporters/html/injections-for-tests.ts'
import { DRIFTS, hostileDrift, hostileLog, sampleLog } from '../sample-drift-for-tests.ts'
import { driftPage } from './page.ts'

declare const document: Documented

let shown: ShownPages

inABrowser('the page of a check is good to read', () => {
  beforeAll(async () => {
    shown = await ShownPages.begin()
    shown.keep('breaking', driftPage(DRIFTS.breaking, sampleLog()))
    shown.keep('relied on', driftPage(DRIFTS['relied on']))
    shown.keep('same', driftPage(DRIFTS.same, sampleLog(3)))
    shown.keep('fault', driftPage(DRIFTS.fault))
  })
  afterAll(() => shown?.end())

  it.each([
    ['breaking', 'at a desk, light', { viewport: DESKTOP, colorScheme: 'light' }],
    ['breaking', 'on a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['relied on', 'at a desk, dark', { viewport: DESKTOP, colorScheme: 'dark' }],
    ['relied on', 'on a phone, light', { viewport: PHONE, colorScheme: 'light' }],
    ['same', 'on a phone, light', { viewport: PHONE, colorScheme: 'light' }],
    ['fault', 'at a desk, dark', { viewport: DESKTOP, colorScheme: 'dark' }],
  ] as const)('is accessible, fits the screen and loads nothing else: %s, %s', async (name, _, options) => {
    const { page, asked, errors } = await shown.open(name, options)
    expect(await widerBy(page)).toBeLessThanOrEqual(0)
    expect(await complaintsOf(page)).toEqual([])
    expect(asked).toEqual([shown.urls.get(name)])
    expect(errors).toEqual([])
    await page.context().close()
  })

  it(`shows text of a server as text, in ${INJECTIONS.length} ways`, async () => {
    shown.keep('harmless', driftPage(hostileDrift('harmless'), hostileLog('harmless')))
    const { page, asked, errors } = await shown.open('harmless')
    const usual = await kindsIn(page)
    for (const [index, text] of INJECTIONS.entries()) {
      const name = `injection-${index}`
      shown.keep(name, driftPage(hostileDrift(text), hostileLog(text)))
      await page.goto(shown.urls.get(name)!)
      expect(await whatRan(page), text).toBeUndefined()
      expect(await kindsIn(page), text).toEqual(usual)
      expect(await page.evaluate(() => document.querySelectorAll('script').length)).toBe(1)
    }
    expect(errors).toEqual([])
    expect(asked).toEqual([...shown.urls].flatMap(([name, url]) => (/^(harmless|injection)/.test(name) ? [url] : [])))
    await page.context().close()
  })
})
