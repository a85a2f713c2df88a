import type { Browser, Page } from 'playwright-core'
import { type RunningService, startService } from '../service/start.ts'
import { take } from './taking-pictures.ts'

const PROMPT = 'A lighthouse in a storm, seen from the sea'
const DESK = { viewport: { width: 1160, height: 900 }, colorScheme: 'light' } as const
const PHONE = { viewport: { width: 390, height: 780 }, colorScheme: 'dark' } as const

/** What a client did that somebody writes: a prompt, how often it polled, and how long it waited in between. */
const CLIENTS = [
  { prompt: 'A harbour at night', polls: 9, ms: 410 },
  { prompt: 'Rain on a lens', polls: 5, ms: 780 },
  { prompt: 'A gull over the pier', polls: 3, ms: 1200 },
  { prompt: 'Snow on the tracks', polls: 2, ms: 2300 },
]

/** Takes the pictures of the console. */
export async function drawConsole(browser: Browser): Promise<void> {
  const scenarios = ['slow,polls=9,prompt=harbour', 'fails,after=5,prompt=rain', 'busy,times=1,key=night shift']
  const service = await startService({ controlPort: 0, scenarios })
  try {
    const desk = await signedUp(browser, service, DESK)
    await goTo(desk, 'Test page')
    await ripened(desk)
    await take('console', desk)
    await Promise.all(CLIENTS.map((client) => asAClient(service, client)))
    await goTo(desk, 'Jobs')
    await desk.getByRole('button', { name: new RegExp(CLIENTS[1]!.prompt) }).click()
    await desk.mouse.move(0, 0)
    await desk.locator('.lane-of-job .tag', { hasText: 'failed' }).first().waitFor()
    await take('console-jobs', desk, { clip: { x: 0, y: 0, width: 1160, height: 700 } })

    const phone = await signedUp(browser, service, PHONE)
    await goTo(phone, 'Test page')
    await ripened(phone)
    await phone.evaluate("document.querySelector('article.job').scrollIntoView()")
    await phone.evaluate('scrollBy(0, -60)')
    await take('console-on-a-phone', phone)
    await goTo(phone, 'Scenarios')
    await phone.getByText('3 active scenarios').waitFor()
    await take('console-scenarios', phone)
  } finally {
    await service.close()
  }
}

async function signedUp(browser: Browser, service: RunningService, options: typeof DESK | typeof PHONE): Promise<Page> {
  const page = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage()
  await page.goto(service.control!)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('E-mail').fill(`${options.colorScheme}@example.com`)
  await page.getByLabel('Password').fill('a lighthouse in the fog')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog').getByLabel('Label').fill('my client')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  return page
}

async function goTo(page: Page, tab: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).click()
  await page.getByRole('heading', { name: tab, level: 1 }).waitFor()
}

/** A job that was ordered here, polled to its end, and whose video plays. */
async function ripened(page: Page): Promise<void> {
  await page.locator('select[name=model] option').first().waitFor({ state: 'attached' })
  await page.getByLabel('Prompt').fill(PROMPT)
  await page.getByLabel('Duration, s').fill('2')
  await page.getByLabel('Poll every').selectOption('1000')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.locator('article.job').first().locator('.tag', { hasText: 'succeeded' }).waitFor()
  await page.locator('video').waitFor()
  await page.evaluate(`new Promise((resolve) => {
    const video = document.querySelector('video')
    video.ontimeupdate = () => video.currentTime > 0.4 && resolve(video.pause())
    video.play()
  })`)
}

async function asAClient({ baseUrl, keys }: RunningService, { prompt, polls, ms }: (typeof CLIENTS)[number]) {
  const headers = { authorization: `Bearer ${keys.own}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'swift', prompt })
  const { id } = (await (await fetch(`${baseUrl}/videos`, { method: 'POST', headers, body })).json()) as { id: string }
  for (let nth = 0; nth < polls; nth++) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await fetch(`${baseUrl}/videos/${id}`, { headers })
  }
}
