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

/** A recorded session with a server that may have a fault. */
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

  it('writes history and reports without a key, and judges them again with the same result', async () => {
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
})

const keysIn = (har: string) => [...new Set(har.match(/cl_[\w-]{12,}/g))]
