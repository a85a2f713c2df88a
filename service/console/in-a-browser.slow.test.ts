import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inABrowser } from '../../fixtures/in-a-browser-for-tests.ts'
import { complaintsOf, DESKTOP, PHONE, widerBy } from '../../reporters/html/browser-for-tests.ts'
import { allKept, createKey, goTo, order, PASSWORD, ShownConsole, signUp } from './shown-console-for-tests.ts'

let shown: ShownConsole

const statusOf = async (key: string) =>
  (await fetch(`${shown.service.baseUrl}/usage`, { headers: { authorization: `Bearer ${key}` } })).status

/** The data file and SQLite's files beside it. */
const onDisk = () => readdirSync(shown.folder).map((name) => readFileSync(join(shown.folder, name), 'latin1'))

/** For a busy machine. */
const PATIENT = { timeout: 30_000 }

const PROMPT = 'A harbour at night, rain on the lens'

async function playVideo(page: Page): Promise<void> {
  await page.locator('video').waitFor()
  const of = (what: string) => page.evaluate(`document.querySelector('video').${what}`)
  await expect.poll(() => of('readyState'), PATIENT).toBeGreaterThanOrEqual(2)
  await of('play()')
  await expect.poll(() => of('currentTime'), PATIENT).toBeGreaterThan(0)
}

const focused = (page: Page) =>
  page.evaluate(
    "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent || document.activeElement.name",
  ) as Promise<string>

/** With the keyboard only. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const seen: string[] = []
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press(key)
    const at = (await focused(page)).trim()
    if (typeof name === 'string' ? at === name : name.test(at)) return
    seen.push(at)
  }
  throw new Error(`${key} never came to ${name}, but to ${seen.join(' | ')}`)
}

inABrowser('the console is good to use', () => {
  beforeAll(async () => {
    shown = await ShownConsole.begin()
  })
  afterAll(() => shown?.end())

  it('works from sign-up to a video, and stores no full key', async () => {
    const { page, troubles, asked } = await shown.open()
    await signUp(page)
    const secret = await createKey(page, 'render farm')
    expect(secret).toMatch(/^cl_[A-Za-z0-9]{32,}$/)
    expect(await statusOf(secret)).toBe(200)

    await goTo(page, 'Test page')
    await order(page, PROMPT)
    const card = page.locator('article.job').first()
    await card.locator('.tag', { hasText: 'succeeded' }).waitFor()
    const polls = await card.locator('.polls .came p').allTextContents()
    expect(polls.map((each) => each.replace(/, \d+ ms$/, '')).toReversed()).toEqual([
      'Poll 1: queued',
      'Poll 2: running, generating',
      'Poll 3: succeeded',
    ])
    await playVideo(page)

    for (const [tab, sign] of [
      ['Jobs', PROMPT],
      ['Requests', '/v1/usage'],
    ] as const) {
      await goTo(page, tab)
      await page.getByRole('tabpanel').getByText(sign).first().waitFor()
    }
    await goTo(page, 'API keys')
    await page.getByRole('button', { name: 'Revoke render farm' }).click()
    expect(await statusOf(secret), 'before the question is answered').toBe(200)
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('1 revoked key').waitFor()
    expect(await statusOf(secret)).toBe(401)

    const inner = secret.slice(8, -4)
    const journal = await page.evaluate("fetch('/control/journal').then((answer) => answer.text())")
    const places = { page: await allKept(page), journal: String(journal), disk: onDisk().join('\n') }
    expect(places.journal).toContain('/v1/usage')
    expect(places.disk).toContain('render farm')
    for (const [place, text] of Object.entries(places)) expect(text.includes(inner), `the key in ${place}`).toBe(false)
    expect(places.disk.includes(PASSWORD)).toBe(false)
    expect(troubles).toEqual([])
    expect([...asked].sort()).toEqual([shown.url, new URL(shown.service.baseUrl).origin].sort())
    await page.context().close()
  })

  it('replaces a key by one with the same label, shown once', async () => {
    const { page } = await shown.open()
    await signUp(page)
    const first = await createKey(page, 'laptop')
    await page.getByRole('button', { name: 'Replace laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click()
    const second = await page.getByRole('dialog').locator('code').first().textContent()
    expect([await statusOf(first), await statusOf(second ?? '')]).toEqual([401, 200])
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').isVisible(), 'one Escape does not lose the key').toBe(true)
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(second)
    await page.context().close()
  })

  it('shows no user data after sign-out, and returns to sign-in when a session has expired', async () => {
    const { page, troubles } = await shown.open()
    const email = await signUp(page)
    await createKey(page, 'left behind')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.content()).not.toMatch(/left behind|ada-/)
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()

    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('rowheader', { name: 'left behind' }).waitFor()
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(shown.url)
    await elsewhere.getByRole('button', { name: 'Sign out' }).click()
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('tab', { name: 'Scenarios' }).click()
    await page.getByText('Your session has expired').waitFor()
    expect(await page.content()).not.toMatch(/left behind|ada-/)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  describe.each([
    ['at a desk, light', DESKTOP, 'light'],
    ['at a desk, dark', DESKTOP, 'dark'],
    ['on a phone, light', PHONE, 'light'],
    ['on a phone, dark', PHONE, 'dark'],
  ] as const)('%s', (_, viewport, colorScheme) => {
    it('passes axe, and no view is wider than the screen', async () => {
      const { page, troubles } = await shown.open({ viewport, colorScheme, reducedMotion: 'reduce' })
      const good = async (view: string) => {
        expect(await complaintsOf(page), view).toEqual([])
        expect(await widerBy(page), view).toBeLessThanOrEqual(0)
      }
      await good('sign in')
      await signUp(page)
      await good('no key yet')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
      await page.locator('[aria-invalid=true]').waitFor()
      await good('a field with an error')
      await page.keyboard.press('Escape')
      await createKey(page, 'night shift')
      await good('API keys')
      await goTo(page, 'Test page')
      await order(page, PROMPT)
      await playVideo(page)
      await good('Test page')
      for (const tab of ['Jobs', 'Requests', 'Scenarios', 'Clock']) {
        await goTo(page, tab)
        await page
          .locator('.lane-of-job:visible, .exchanges summary:visible, .switch:visible, .face:visible')
          .first()
          .waitFor()
        await good(tab)
      }
      expect(troubles).toEqual([])
      await page.context().close()
    })
  })

  it('works with the keyboard only', async () => {
    const { page } = await shown.open()
    await tabTo(page, 'Create an account')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page), PATIENT).toBe('email')
    await page.keyboard.type('keys@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    await tabTo(page, 'Create key')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page), PATIENT).toBe('label')
    // The dialog traps the focus and restores it.
    for (let n = 0; n < 8; n++) {
      await page.keyboard.press('Tab')
      const where = await page.evaluate(
        "document.activeElement.closest('dialog') !== null || document.activeElement === document.body",
      )
      expect(where).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page), PATIENT).toBe('Create key')
    await tabTo(page, 'API keys', 'Shift+Tab')
    for (const tab of ['Test page', 'Jobs', 'Requests', 'Scenarios', 'Clock']) {
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => focused(page), PATIENT).toBe(tab)
      await page.getByRole('heading', { name: tab, level: 1 }).waitFor()
    }
    await page.keyboard.press('ArrowLeft')
    await page.locator('.switch').first().waitFor()
    await tabTo(page, 'fast')
    await page.keyboard.press('Space')
    await page.getByText('1 active scenario').waitFor()
    expect(shown.service.scenarios.playing().map(({ play }) => play)).toEqual(['fast'])
    await expect.poll(() => focused(page), PATIENT).toBe('fast')
    await page.keyboard.press('Space')
    await page.getByText('No active scenarios').waitFor()
    await page.context().close()
  })

  describe('for developers', () => {
    it("shows a client's requests live", async () => {
      const { page } = await shown.open()
      await signUp(page)
      const key = await createKey(page, 'my client')
      await goTo(page, 'Requests')
      await page.getByText(/ · live$/).waitFor()
      expect(await statusOf(`${key}x`)).toBe(401)
      await page.locator('.exchanges summary', { hasText: '401' }).first().click()
      await page.locator('.exchange pre').first().waitFor()
      expect(await page.locator('.exchange').first().textContent()).not.toContain(key)
      await page.context().close()
    })

    it('plays a scenario for one key', async () => {
      const { page } = await shown.open()
      await signUp(page)
      await createKey(page, 'slow one')
      await goTo(page, 'Scenarios')
      await page.getByRole('searchbox').fill('slow')
      await page.getByRole('button', { name: 'Options… slow' }).click()
      await page.getByRole('dialog').getByLabel('polls').fill('7')
      await page.getByRole('dialog').getByLabel('with the key').fill('slow one')
      await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
      await page.getByText('1 active scenario').waitFor()
      expect(shown.service.scenarios.playing()).toMatchObject([{ play: 'slow', for: { key: 'slow one' } }])
      await page.getByRole('button', { name: 'All off' }).click()
      await page.getByText('No active scenarios').waitFor()
      expect(shown.service.scenarios.playing()).toEqual([])
      await page.context().close()
    })

    it('fails a job, stops and moves the clock, and restores a snapshot', async () => {
      const { page } = await shown.open()
      await signUp(page)
      await createKey(page, 'by hand')
      await goTo(page, 'Test page')
      await order(page, 'To be failed', '0')
      await goTo(page, 'Jobs')
      await page.getByRole('button', { name: /To be failed/, expanded: false }).click()
      await page.getByRole('button', { name: /To be failed/, expanded: true }).waitFor()
      await page.getByRole('button', { name: 'Fail', exact: true }).click()
      await page.getByText('takes effect with the next poll').waitFor()
      await goTo(page, 'Test page')
      await page.getByRole('button', { name: 'Poll now' }).click()
      await page.locator('article.job .tag', { hasText: 'failed' }).waitFor()

      await goTo(page, 'Clock')
      await page.getByLabel('New snapshot').fill('here')
      await page.getByRole('button', { name: 'Take' }).click()
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByText('Stopped.').waitFor()
      const before = shown.service.clock.now()
      await page.getByRole('button', { name: '+1 h' }).click()
      await expect.poll(() => shown.service.clock.now(), PATIENT).toBe(before + 3_600_000)
      await page.getByRole('button', { name: 'Reset to here' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
      await page.getByText('Running at real speed').waitFor()
      expect(shown.service.clock.now()).toBeLessThan(before + 3_600_000)
      await goTo(page, 'API keys')
      await page.getByRole('rowheader', { name: 'by hand' }).waitFor()
      await page.context().close()
    })
  })
})
