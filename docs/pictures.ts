import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Locator } from 'playwright-core'
import { stillBy } from '../engine/media/still.ts'
import { EXECUTABLE, launch, MISSING } from '../fixtures/chromium.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { FAULTS } from '../fixtures/faults/index.ts'
import { layerOf } from '../fixtures/layer-of.ts'
import { htmlReport } from '../reporters/html/page.ts'
import { type Run, run } from '../reporters/outcome/run.ts'
import { terminalReport } from '../reporters/terminal/terminal.ts'
import { SUITES } from '../suites/index.ts'
import { drawConsole } from './console-pictures.ts'
import { driftPageOf } from './drift-pages.ts'
import { finish, take, takeText } from './taking-pictures.ts'

// Draws docs/pictures/. With --check it draws nothing and reports which pictures show other words than their pages do now.

/** The faults of the servers whose reports are shown. */
const FILMED = ['4k-video-comes-at-1080p', 'video-stops-after-thirty-seconds']
const BROKEN = ['unknown-key-reads-usage-once-it-is-cached', 'fps-of-121-taken', 'put-answered-500']

async function runWith(faults: readonly string[]): Promise<Run> {
  const layers = FAULTS.filter(({ id }) => faults.includes(id)).map(layerOf)
  const embedded = await startEmbedded({ polls: 6, layers })
  const wishes = { profile: 'standard', pollIntervalMs: 20, seed: 7 } as const
  const still = stillBy(process.env)
  try {
    return await run({ provision: embedded.provision, wishes, suites: SUITES, local: true, still })
  } finally {
    await embedded.close()
  }
}

function pageOf(folder: string, name: string, { report, entries: history }: Run): string {
  const path = join(folder, `${name}.html`)
  writeFileSync(path, htmlReport({ report, history }))
  return pathToFileURL(path).href
}

type Picture = { name: string; page: string; of?: string; scheme?: 'dark'; phone?: true; open?: string }

/** What is folded, and whatever it is folded in. */
const unfold = (part: Locator) =>
  part.evaluate((each) => {
    for (let at: typeof each | null = each; at; at = at.parentElement)
      if (at.tagName === 'DETAILS') at.setAttribute('open', '')
  })

async function draw(browser: Browser, { name, page: url, of, scheme, phone, open }: Picture) {
  const viewport = phone ? { width: 390, height: 780 } : { width: 1160, height: 860 }
  const page = await browser.newPage({ viewport, colorScheme: scheme ?? 'light' })
  await page.goto(url)
  for (const selector of [open, of]) if (selector) await unfold(page.locator(selector).first())
  // It stays in view, which here is in front of the picture.
  if (of) await page.addStyleTag({ content: 'nav { display: none !important }' })
  await take(name, page, of === undefined ? {} : { of: page.locator(of).first() })
  await page.close()
}

async function drawReports(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-pictures-'))
  try {
    for (const picture of await picturesOfReports(folder)) await draw(browser, picture)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function picturesOfReports(folder: string): Promise<Picture[]> {
  const broken = pageOf(folder, 'broken', await runWith(BROKEN))
  const lackingStage = await runWith(['running-without-stage'])
  const lacking = pageOf(folder, 'lacking', lackingStage)
  const filmed = pageOf(folder, 'filmed', await runWith(FILMED))
  const { report, entries: history } = lackingStage
  takeText(
    'terminal',
    'docs/guides/fix-a-failure.md',
    terminalReport({ report, history }, { color: false, width: 100 }),
  )
  const drift = await driftPageOf(folder)
  const failure = 'article.failure[data-clause="submission.fps-in-range"]'
  return [
    { name: 'first-screen', page: broken },
    { name: 'side-by-side', page: broken, of: failure, open: `${failure} details.evidence` },
    { name: 'missing', page: lacking, of: 'article.failure details.evidence' },
    { name: 'explained', page: broken, of: `${failure} details.explained`, open: `${failure} details.explained` },
    { name: 'videos', page: filmed, of: '#videos .videos' },
    { name: 'jobs-over-time', page: broken, of: '#timeline' },
    { name: 'drift', page: drift },
    { name: 'drift-calendar', page: drift, of: '#history' },
    { name: 'on-a-phone', page: broken, scheme: 'dark', phone: true },
  ]
}

if (EXECUTABLE === undefined) throw new Error(MISSING)
const browser = await launch()
try {
  await drawConsole(browser)
  await drawReports(browser)
} finally {
  await browser.close()
}
finish()
