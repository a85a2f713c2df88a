import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { OrdinaryClient } from '../../suites/whole-runs/ordinary-client-for-tests.ts'
import { command, type Finished, temporaryFolder } from './command.ts'

type Har = {
  log: { entries: { request: { url: string; headers: { name: string; value: string }[] }; response: object }[] }
}

let folder: ReturnType<typeof temporaryFolder>
let lawful: string
let broken: string
let key: string

/** A recorded session, of a server that may have a fault. */
async function recorded(fault?: string): Promise<{ har: string; key: string }> {
  const patched = FAULTS.find(({ id }) => id === fault)
  const { provision, close } = await startEmbedded(patched ? { layers: [layerOf(patched)] } : {})
  const client = new OrdinaryClient(provision.baseUrl, provision.keys.A)
  const known = { alias: 'swift', idWay: ['id'] }
  const har = (await client.session(known)).har()
  await close()
  return { har, key: provision.keys.A }
}

beforeAll(async () => {
  folder = temporaryFolder()
  const session = await recorded()
  lawful = session.har
  key = session.key
  broken = (await recorded('running-without-stage')).har
})
afterAll(() => folder.remove())

const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text)
const judge = (...args: string[]): Promise<Finished> => command(['judge', ...args], { cwd: folder.path })
const changed = (change: (har: Har) => void): string => {
  const har = JSON.parse(lawful) as Har
  change(har)
  return JSON.stringify(har)
}
const headersChanged = (change: (headers: { name: string; value: string }[]) => { name: string; value: string }[]) =>
  changed((har) => {
    for (const { request } of har.log.entries) request.headers = change(request.headers)
  })

describe('gatecheck judge FILE.har', () => {
  it('passes the traffic of a conforming server and lists what was not judged', async () => {
    write('traffic.har', lawful)
    const { code, stdout } = await judge('traffic.har')
    expect(stdout).toMatch(/traffic\.har: \d+ exchanges under http:\/\/127\.0\.0\.1:\d+\/v1/)
    expect(stdout).toContain('observed traffic')
    expect(stdout).toContain('only a run (gatecheck run) sends these requests')
    expect(stdout).toMatch(/PASS {2}\d+ must/)
    expect(code).toBe(0)
    expect(existsSync(join(folder.path, '.gatecheck'))).toBe(false)
  })

  it('fails a clause that the traffic violates', async () => {
    write('broken.har', broken)
    const { code, stdout } = await judge('broken.har', '--quiet')
    expect(stdout).toContain('FAIL  jobs.running-has-a-stage')
    expect(stdout).not.toContain('exchanges under')
    expect(code).toBe(1)
  })

  it('writes history and reports without a key, and judges them again alike', async () => {
    write('broken.har', broken)
    const { code, stdout, stderr } = await judge('broken.har', '--out', 'seen', '--report', 'html,har,markdown')
    expect(code).toBe(1)
    const files = ['report.json', 'history.jsonl', 'report.html', 'run.har', 'summary.md']
    for (const file of files) {
      const text = readFileSync(join(folder.path, 'seen', file), 'utf8')
      for (const each of [...keysIn(broken), key]) expect(text).not.toContain(each)
    }
    for (const each of keysIn(broken)) expect(stdout + stderr).not.toContain(each)
    expect(readFileSync(join(folder.path, 'seen', 'history.jsonl'), 'utf8')).toContain('Bearer {{K1}}')
    const again = await command(['judge', 'seen'], { cwd: folder.path })
    expect(again.stdout).toContain('agree with the history')
    expect(again.code).toBe(1)
    const har = await judge('seen/run.har', '--quiet')
    expect(har.stdout).toContain('FAIL  jobs.running-has-a-stage')
  })

  it('skips other origins, and judges the server of --base-url', async () => {
    const mixed = changed((har) => {
      const [first] = har.log.entries
      har.log.entries.push({ ...first!, request: { ...first!.request, url: 'https://cdn.test/app.js' } })
    })
    write('mixed.har', mixed)
    expect((await judge('mixed.har')).stdout).toMatch(/skipped: .*1 to another origin/)
    const other = await judge('mixed.har', '--base-url', 'https://other.test/v1')
    expect(other.stdout).toContain('nothing could be judged')
    expect(other.code).toBe(2)
  })

  it('judges an export without Authorization headers', async () => {
    write(
      'sanitized.har',
      headersChanged((headers) => headers.filter(({ name }) => name !== 'authorization')),
    )
    const { code, stdout } = await judge('sanitized.har', '--verbose')
    expect(stdout).toContain('✔ jobs.status-is-a-listed-word')
    expect(stdout).not.toContain('✘')
    expect(code).toBe(0)
  })

  it('does not judge a masked key', async () => {
    const masked = headersChanged((headers) =>
      headers.map(({ name, value }) => ({ name, value: name === 'authorization' ? 'Bearer [REDACTED]' : value })),
    )
    write('masked.har', masked)
    const { code, stdout } = await judge('masked.har')
    expect(stdout).not.toContain('✘')
    expect(code).toBe(0)
  })

  it('fails a server that answers a request without a key', async () => {
    const nobody = changed((har) => {
      const [first] = har.log.entries
      const later = { startedDateTime: '2099-01-01T00:00:00.000Z' }
      const headers = first!.request.headers.filter(({ name }) => name.toLowerCase() !== 'authorization')
      har.log.entries.push({ ...first!, ...later, request: { ...first!.request, headers } })
    })
    write('nobody.har', nobody)
    const { code, stdout } = await judge('nobody.har')
    expect(stdout).toContain('FAIL  auth.header-required')
    expect(code).toBe(1)
  })

  it.each<[string, string, RegExp]>([
    ['empty.har', '', /empty\.har is not JSON/],
    ['cut.har', '{"log":{"entries":[{"request":', /cut\.har is not JSON/],
    ['other.json', '{"openapi":"3.1.0"}', /other\.json is not a HAR file/],
    ['nothing.har', '{"log":{"entries":[]}}', /contains no request to an endpoint.*--base-url/],
    [
      'odd.har',
      '{"log":{"entries":[null,7,{"request":{"method":"GET","url":7}}]}}',
      /contains no request to an endpoint/,
    ],
  ])('refuses %s in one line', async (name, text, why) => {
    write(name, text)
    const { code, stdout, stderr } = await judge(name)
    expect(code).toBe(64)
    expect(stdout).toBe('')
    expect(stderr).toMatch(why)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  it('refuses a missing file, file options with a folder, and reports without --out', async () => {
    const missing = await judge('missing.har')
    expect(missing).toMatchObject({ code: 64, stderr: expect.stringContaining('no such file') })
    const folderAlone = await judge('.', '--strict')
    expect(folderAlone).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('the options apply to HAR files only'),
    })
    write('traffic.har', lawful)
    expect(await judge('traffic.har', '--report', 'junit')).toMatchObject({ code: 64 })
  })

  it('redacts the key wherever it is in a hostile file', async () => {
    const hostile = changed((har) => {
      const [first] = har.log.entries
      const odd = (url: string, headers: { name: string; value: string }[], response: object) =>
        har.log.entries.push({ request: { method: 'GET', url, headers } as never, response })
      const { url } = first!.request
      const asked = [{ name: 'Authorization', value: `Bearer ${key}` }]
      const echo = Buffer.from(`${key}|${key}`).toString('base64')
      odd(`${url}?key=${encodeURIComponent(key)}`, [{ name: `x-${key}`, value: key }], { status: 200, headers: asked })
      odd(url, asked, {
        status: 500,
        headers: [],
        content: { text: `Bearer ${key}: \u001b[31m${echo}`, mimeType: key },
      })
      odd(url, asked, { status: 0, _error: `no way to ${url} with ${key}` })
      odd(`${url}#${key}`, asked, { status: '200', headers: {}, content: [] })
      odd(`${url.replace('/models', '')}/${key}/models`, asked, null as never)
      har.log.entries.push(null as never, { request: null, response: 7 } as never, [] as never)
    })
    write('hostile.har', hostile)
    const { code, stdout, stderr } = await judge(
      'hostile.har',
      '--out',
      'hostile',
      '--report',
      'html,junit,ctrf,har,markdown',
    )
    expect([0, 1]).toContain(code)
    expect(stderr).toBe('')
    const files = ['report.json', 'history.jsonl', 'report.html', 'junit.xml', 'ctrf.json', 'run.har', 'summary.md']
    const texts = files.map((file) => readFileSync(join(folder.path, 'hostile', file), 'utf8'))
    for (const text of [stdout, ...texts]) {
      expect(text).not.toContain(key)
      expect(text).not.toContain(Buffer.from(key).toString('base64').slice(0, 20))
      expect(text.toLowerCase()).not.toContain(key.toLowerCase())
    }
    expect(stdout).not.toContain('\u001b[31m')
  })

  it('reads a file of 4000 entries', async () => {
    const long = changed((har) => {
      const entries = har.log.entries
      har.log.entries = Array.from({ length: 4000 }, (_, n) => ({
        ...entries[n % entries.length]!,
        startedDateTime: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
        request: { ...entries[0]!.request },
        response: entries[0]!.response,
      }))
    })
    write('long.har', long)
    expect(await judge('long.har', '--quiet')).toMatchObject({ code: 0 })
  })

  it.each([
    [[], /failures="0" errors="0"/],
    [['--junit-warnings', 'skipped'], /<skipped>warning: answers\.success-is-200/],
    [['--junit-warnings', 'failure'], /<failure message="warning: answers\.success-is-200/],
  ])('shows a warning in JUnit XML as run does with %j', async (manner, shown) => {
    const odd = changed(({ log }) => {
      const reading = log.entries.find(({ request }) => request.url.endsWith('/v1/models'))!
      Object.assign(reading.response, { status: 203 })
    })
    write('odd.har', odd)
    const { code, stdout } = await judge('odd.har', '--out', 'odd', '--report', 'junit', ...manner)
    expect(stdout).toContain('WARN  answers.success-is-200')
    expect(code).toBe(0)
    expect(readFileSync(join(folder.path, 'odd', 'junit.xml'), 'utf8')).toMatch(shown)
  })
})

const keysIn = (har: string) => [...new Set(har.match(/cl_[\w-]{12,}/g))]
