import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordingOf } from '../../engine/history/recording.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { inABrowser } from '../../fixtures/in-a-browser-for-tests.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { runAgainst } from '../../suites/whole-runs/run-for-tests.ts'
import { newKeyPair } from '../../tools/certificate/document/keys.ts'
import { statementOf } from '../../tools/certificate/document/statement.ts'
import { certificatePage } from '../../tools/certificate/reporters/page.ts'
import { recordOf } from '../hostile-run-for-tests.ts'
import { fullReport } from '../outcome/sample-report-for-tests.ts'
import { sampleOfNone, sampleVideo, wrongVideo } from '../outcome/sample-videos-for-tests.ts'
import type { RunRecord } from '../reporter.ts'
import { complaintsOf, DESKTOP, type Documented, PHONE, ShownPages, widerBy } from './browser-for-tests.ts'
import { htmlReport } from './page.ts'

declare const document: Documented

let shown: ShownPages

const save = (name: string, record: RunRecord) => shown.keep(name, htmlReport(record))

const STILL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Videos of each kind: with and without a picture, correct, wrong, upright, and missing. */
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

/** Pages with all elements: a run that passes, and one with failures, a warning and waivers. */
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

  const pages = { get: (name: string) => shown.urls.get(name) }

  it.each([
    ['passing', 'on a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['failing', 'at a desk, light', { viewport: DESKTOP, colorScheme: 'light' }],
    ['failing', 'on a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['videos', 'at a desk, light', { viewport: DESKTOP, colorScheme: 'light' }],
    ['videos', 'on a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['certificate', 'at a desk, light', { viewport: DESKTOP, colorScheme: 'light' }],
    ['certificate', 'on a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
    ['failing', 'on a small phone', { viewport: { width: 320, height: 640 } }],
  ] as const)('is accessible, fits the screen and loads nothing else: %s, %s', async (name, _, options) => {
    const { page, asked, errors } = await open(name, options)
    expect(await widerBy(page)).toBeLessThanOrEqual(0)
    const menus = await page.locator('nav').evaluateAll((all) => all.map((nav) => nav.scrollWidth - nav.clientWidth))
    expect(Math.max(0, ...menus)).toBe(0)
    expect(await complaintsOf(page)).toEqual([])
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([pages.get(name)])
    expect(errors).toEqual([])
    await page.context().close()
  })

  describe('the filters', () => {
    it('show only clauses that match the words and the selected verdicts', async () => {
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
  })
})
