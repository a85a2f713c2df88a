import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKeyPair } from '../../certificate/document/keys.ts'
import { statementOf } from '../../certificate/document/statement.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { inABrowser } from '../../fixtures/in-a-browser-for-tests.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { recordingOf } from '../../runner/history/recording.ts'
import { fullReport } from '../../runner/report/sample-report-for-tests.ts'
import { sampleOfNone, sampleVideo, wrongVideo } from '../../runner/report/sample-videos-for-tests.ts'
import { runAgainst } from '../../suites/whole-runs/run-for-tests.ts'
import { recordOf } from '../hostile-run-for-tests.ts'
import type { RunRecord } from '../reporter.ts'
import { complaintsOf, DESKTOP, type Documented, PHONE, ShownPages, widerBy } from './browser-for-tests.ts'
import { certificatePage } from './certificate.ts'
import { htmlReport } from './page.ts'

declare const document: Documented

let shown: ShownPages

const save = (name: string, record: RunRecord) => shown.keep(name, htmlReport(record))

/** One pixel. */
const STILL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Videos of each kind: with a picture and without, right, wrong, upright, and none at all. */
function saveVideos(): void {
  const upright = { ...sampleVideo().asked, ratio: '1:4' }
  const videos = [
    { ...wrongVideo, frame: STILL },
    sampleVideo({ frame: STILL }),
    sampleVideo({ asked: upright, delivered: { width: 1080, height: 4320 }, again: true }),
    sampleVideo({ unread: { fps: 'its pictures keep no steady rate' } }),
    sampleOfNone('no video', 'an HTML page'),
    sampleOfNone('unread', `a container called ${'x'.repeat(200)}`),
    { ...sampleVideo(), findings: [] },
  ]
  save('videos', recordOf({ ...fullReport, videos }))
}

const faulty = [
  'unknown-key-reads-usage-once-it-is-cached',
  'fps-of-121-taken',
  'put-answered-500',
  'running-without-stage',
  'url-left-out',
  'lack-of-room-without-retry-after',
]

/** Everything that can be seen in a page: a run that passes, and one with failures, a warning and waivers. */
async function savePages(): Promise<void> {
  const passing = await runAgainst({}, { profile: 'standard', generate: 20 })
  save('passing', { report: passing.report, history: recordingOf(passing.entries) })
  const layers = FAULTS.filter(({ id }) => faulty.includes(id)).map(layerOf)
  const failing = await runAgainst(
    { layers },
    {
      profile: 'standard',
      waive: [
        { clause: 'submission.fps-in-range', reason: 'mended in release 7' },
        { clause: 'auth.header-required', reason: 'was broken once' },
      ],
    },
  )
  saveVideos()
  save('failing', { report: failing.report, history: recordingOf(failing.entries) })
  const { predicate, ...rest } = statementOf(passing.report)
  const signer = { keyid: 'a'.repeat(64), publicKey: newKeyPair().publicKey }
  shown.keep('certificate', certificatePage({ ...rest, predicate: { ...predicate, signer } }))
}

inABrowser('the HTML report is good to read', () => {
  beforeAll(async () => {
    shown = await ShownPages.begin()
    await savePages()
  })
  afterAll(() => shown?.end())
  const open: ShownPages['open'] = (...asked) => shown.open(...asked)

  it.each([DESKTOP, PHONE])('shows what is missing inside the scroll box of its response: %j', async (viewport) => {
    const { page } = await open('failing', { viewport })
    const distances = await page.evaluate(`[...document.querySelectorAll('#broken .failure')].flatMap((failure) => {
      for (let each = failure; each; each = each.parentElement) if (each.tagName === 'DETAILS') each.open = true
      failure.querySelector('details.evidence').open = true
      return [...failure.querySelectorAll('.missing')].slice(0, 1)
    }).map((mark) => new Promise((resolve) => setTimeout(() => {
      const [own, box] = [mark.getBoundingClientRect(), mark.closest('pre').getBoundingClientRect()]
      resolve([own.top - box.top, box.bottom - own.bottom])
    }, 100))).reduce((all, each) => all.then(async (told) => [...told, await each]), Promise.resolve([]))`)
    expect(distances).not.toEqual([])
    for (const [above, below] of distances as [number, number][]) {
      expect(above).toBeGreaterThanOrEqual(0)
      expect(below).toBeGreaterThanOrEqual(0)
    }
  })
  const pages = { get: (name: string) => shown.urls.get(name) }

  it.each([
    ['passing', 'on a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['failing', 'at a desk, light', { viewport: DESKTOP, colorScheme: 'light' }],
    ['failing', 'on a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['videos', 'at a desk, light', { viewport: DESKTOP, colorScheme: 'light' }],
    ['videos', 'on a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['certificate', 'at a desk, light', { viewport: DESKTOP, colorScheme: 'light' }],
    ['certificate', 'on a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
  ] as const)('axe has nothing to complain of: %s, %s', async (name, _, options) => {
    const { page } = await open(name, options)
    expect(await complaintsOf(page)).toEqual([])
    await page.context().close()
  })

  describe.each(['passing', 'failing', 'videos', 'certificate'])('the page: %s', (name) => {
    it.each([DESKTOP, PHONE, { width: 320, height: 640 }])('is no wider than a screen of $width', async (viewport) => {
      const { page } = await open(name, { viewport })
      expect(await widerBy(page)).toBeLessThanOrEqual(0)
      await page.context().close()
    })
  })

  describe.each(['passing', 'failing'])('the page of a %s run', (name) => {
    it('asks for nothing but itself, and runs without an error', async () => {
      const { page, asked, errors } = await open(name)
      expect(asked).toEqual([pages.get(name)])
      expect(errors).toEqual([])
      await page.context().close()
    })

    it('is whole without scripts, less the filters', async () => {
      const { page } = await open(name)
      const { page: plain } = await open(name, { javaScriptEnabled: false })
      const text = (from: Page, part: string) => from.locator(part).allInnerTexts()
      for (const each of [page, plain]) await each.goto(`${pages.get(name)}#clauses`)
      for (const part of ['.verdict', '.matrix', '#choices', '#cost'])
        expect(await text(plain, part)).toEqual(await text(page, part))
      expect(await plain.locator('details.clause').count()).toBe(await page.locator('details.clause').count())
      expect(await plain.locator('#filters').isVisible()).toBe(false)
      expect(await page.locator('#filters').isVisible()).toBe(true)
      await page.context().close()
      await plain.context().close()
    })
  })

  describe('the page with videos', () => {
    it('shows pictures that stand in it, and asks nobody for any', async () => {
      const { page, asked, errors } = await open('videos')
      const widths = await page
        .locator('img')
        .evaluateAll((all) => all.map((each) => (each as unknown as { naturalWidth: number }).naturalWidth))
      expect(widths).toEqual([1, 1])
      expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([pages.get('videos')])
      expect(errors).toEqual([])
      await page.context().close()
    })

    it('shows what is wrong before anything is opened, and opens the rest where they are linked to', async () => {
      const { page } = await open('videos')
      expect(await page.locator('article.video:visible').count()).toBe(2)
      await page.evaluate("location.hash = '#video-7'")
      await page.locator('#video-7').waitFor({ state: 'visible' })
      await page.context().close()
    })
  })

  describe('a failing page', () => {
    it('is at most three screens of a desk before anything is opened', async () => {
      const { page } = await open('failing', { viewport: { width: 1280, height: 800 } })
      expect(await page.locator('article.failure').count()).toBeGreaterThan(5)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3 * 800)
      await page.context().close()
    })

    it('leads from the number of an exchange to that exchange, wherever it is folded', async () => {
      const { page } = await open('failing')
      const links = page.locator('.cases a[href^="#exchange-"]')
      const hrefs = await links.evaluateAll((all) => all.map((each) => (each as unknown as { hash: string }).hash))
      expect(hrefs.length).toBeGreaterThan(10)
      for (const href of hrefs.slice(0, 30)) {
        await page.evaluate(`location.hash = ${JSON.stringify(href)}`)
        await page.locator(href).waitFor({ state: 'visible' })
        expect(await page.locator(href).textContent()).toContain(`gatecheck show ${href.slice(10)}Copy`)
      }
      await page.context().close()
    })

    it('opens what is linked to without scripts, too', async () => {
      const { page } = await open('failing', { javaScriptEnabled: false })
      await page.goto(`${pages.get('failing')}#choices`)
      await page.locator('#choices').waitFor({ state: 'visible' })
      await page.click('article.failure button.law')
      expect(await page.locator('.law:popover-open li').count()).toBeGreaterThan(0)
      await page.context().close()
    })
  })

  describe('the filters', () => {
    it('stand in the address, and are taken from it', async () => {
      const { page } = await open('failing')
      await page.click('.judged a[data-show=bad]')
      const few = await page.locator('details.clause:visible').count()
      expect(few).toBeGreaterThan(0)
      await page.fill('#search', 'key')
      await page.waitForURL(/#clauses\?q=key&show=bad$/)
      const left = await page.locator('details.clause:visible').count()
      await page.goto('about:blank')
      await page.goto(`${pages.get('failing')}#clauses?q=key&show=bad`)
      expect(await page.locator('details.clause:visible').count()).toBe(left)
      await page.context().close()
    })

    it('leave what fits the words, and what has the verdicts that are ticked', async () => {
      const { page } = await open('failing')
      const visible = () => page.locator('details.clause:visible').count()
      await page.goto(`${pages.get('failing')}#clauses`)
      const all = await visible()
      await page.fill('#search', 'unknown-key')
      expect(await visible()).toBeGreaterThan(0)
      expect(await visible()).toBeLessThan(5)
      await page.fill('#search', '')
      expect(await visible()).toBe(all)
      await page.uncheck('input[value=good]')
      const left = await visible()
      expect(left).toBeLessThan(all / 2)
      expect(await page.locator('#shown').textContent()).toBe(`${left} of ${all} clauses`)
      await page.context().close()
    })

    it('step aside for a link to what they hide', async () => {
      const { page } = await open('failing')
      await page.goto(`${pages.get('failing')}#clauses`)
      await page.fill('#search', 'unknown-key')
      await page.click('.matrix a[href="#row-paths.version-once"]')
      await page.locator('[id="row-paths.version-once"]').waitFor({ state: 'visible' })
      expect(await page.locator('[id="row-paths.version-once"]').getAttribute('open')).not.toBeNull()
      await page.context().close()
    })
  })
})
