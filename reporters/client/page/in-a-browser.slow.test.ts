import { afterAll, beforeAll, expect, it } from 'vitest'
import { inABrowser } from '../../../fixtures/in-a-browser-for-tests.ts'
import {
  complaintsOf,
  DESKTOP,
  type Documented,
  kindsIn,
  PHONE,
  ShownPages,
  whatRan,
  widerBy,
} from '../../html/browser-for-tests.ts'
import { INJECTIONS } from '../../html/injections-for-tests.ts'
import { hostileClient, TRIED } from '../sample-tried-for-tests.ts'
import { clientPage } from './page.ts'

declare const document: Documented

let shown: ShownPages

inABrowser('the page of a client is good to read', () => {
  beforeAll(async () => {
    shown = await ShownPages.begin()
    shown.keep('bad', clientPage(TRIED.bad))
    shown.keep('stopped', clientPage(TRIED.stopped))
    shown.keep('harmless', clientPage(hostileClient(['harmless'])))
    // All at once: if anything ran, the test fails.
    shown.keep('injected', clientPage(hostileClient(INJECTIONS)))
  })
  afterAll(() => shown?.end())

  it.each([
    ['bad', 'at a desk, light', { viewport: DESKTOP, colorScheme: 'light' }],
    ['bad', 'on a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['stopped', 'on a phone, light', { viewport: PHONE, colorScheme: 'light' }],
  ] as const)('is accessible, no wider than the screen, and fetches nothing: %s, %s', async (name, _, options) => {
    const { page, asked, errors } = await shown.open(name, options)
    expect(await complaintsOf(page)).toEqual([])
    expect(await widerBy(page)).toBeLessThanOrEqual(0)
    expect(asked).toEqual([shown.urls.get(name)])
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('shows all requests and output of a client as text', async () => {
    const { page } = await shown.open('harmless')
    const usual = await kindsIn(page)
    await page.goto(shown.urls.get('injected')!)
    expect(await whatRan(page)).toBeUndefined()
    expect(await kindsIn(page)).toEqual(expect.arrayContaining(usual))
    expect((await kindsIn(page)).filter((kind) => /IFRAME|OBJECT|EMBED|IMG|FORM|MATH|ANIMATE/i.test(kind))).toEqual([])
    expect(await page.evaluate(() => document.querySelectorAll('script').length)).toBe(1)
    await page.context().close()
  })
})
