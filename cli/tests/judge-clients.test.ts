import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command, type Finished, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder.remove())

const KEY = 'cl_0123456789abcdefghijklmnop'
type Asked = { at: number; method?: string; url: string; status?: number; says?: object; body?: object; key?: false }

const BASE = 'https://api.test/v1'
const entry = ({ at, method = 'GET', url, status = 200, says = {}, body, key }: Asked) => ({
  startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
  time: 10,
  request: {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    headers: key === false ? [] : [{ name: 'Authorization', value: `Bearer ${KEY}` }],
    ...(body && { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
  },
  response: {
    status,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { mimeType: 'application/json', text: JSON.stringify(says) },
  },
})
const har = (asked: readonly Asked[]) => JSON.stringify({ log: { version: '1.2', entries: asked.map(entry) } })

const submission = { at: 0, method: 'POST', url: `${BASE}/videos`, status: 202, says: { id: 'job-1' } }
const polled = (at: number, says: object) => ({ at, url: `${BASE}/videos/job-1`, says: { id: 'job-1', ...says } })
const running = { status: 'running', stage: 'generating' }
const done = { status: 'succeeded', url: 'https://files.test/job-1.mp4?sig=1' }
const BODY = { model: 'swift', prompt: 'A gate' }

const RIGHT: readonly Asked[] = [{ ...submission, body: BODY }, polled(3.5, running), polled(7, done)]
const RUSHED: readonly Asked[] = [
  { ...submission, body: BODY },
  polled(1, running),
  polled(2, running),
  polled(3, done),
  { at: 4, url: 'https://files.test/job-1.mp4?sig=1' },
]

const judge = (name: string, asked: readonly Asked[], ...args: string[]): Promise<Finished> => {
  writeFileSync(join(folder.path, name), har(asked))
  return command(['judge', name, ...args], { cwd: folder.path })
}

describe.concurrent('gatecheck judge FILE.har on clients', () => {
  it('reports clients under their own heading and takes the exit code from the server', async () => {
    const { code, stdout, stderr } = await judge('rushed.har', RUSHED, '--out', 'rushed')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const [heading, broken, server] = ['Clients', 'FAIL  client.polls-no-faster-than-3-s', 'observed traffic']
    expect(stdout.indexOf(heading)).toBeLessThan(stdout.indexOf(broken))
    expect(stdout.indexOf(broken)).toBeLessThan(stdout.indexOf(server))
    expect(stdout).toMatch(/received +the next poll 1 s after it/)
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^PASS {2}\d+ must/)
    const client = JSON.parse(readFileSync(join(folder.path, 'rushed', 'client.json'), 'utf8'))
    expect(client).toMatchObject({ verdict: 'fail', exit: 1, clients: [{ name: 'K1', requests: 5 }] })
    expect(JSON.stringify(client)).not.toContain(KEY)
    // Also fails for the download, which had the key in the query.
    expect(client.clauses).toContainEqual(
      expect.objectContaining({ id: 'client.keeps-its-key-from-other-origins', verdict: 'fail', evidence: [4, 5] }),
    )
    const again = await command(['judge', 'rushed', '--client'], { cwd: folder.path })
    expect(again).toMatchObject({ code: 1, stderr: '' })
    expect(again.stdout).toContain(broken)
    const shown = await command(['show', '5', 'rushed'], { cwd: folder.path })
    expect(shown.stdout).toMatch(/sent to https:\/\/files\.test.*\n\n.*\n.*GET \/job-1\.mp4\?sig=1/)
  })

  it('takes the exit code from the clients with --client', async () => {
    const rushed = await judge('rushed-client.har', RUSHED, '--client')
    expect(rushed.code).toBe(1)
    expect(rushed.stdout.trimEnd().split('\n').at(-1)).toMatch(
      /^FAIL {2}2 must clauses and 0 should clauses of the client/,
    )
    const right = await judge('right.har', RIGHT, '--client', '--quiet')
    expect(right.code).toBe(0)
    expect(right.stdout.trimEnd().split('\n').at(-1)).toBe('PASS  no must clause of the client failed')
  })
})
