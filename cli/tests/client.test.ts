import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { LIMITS } from '../../engine/config/limits.ts'
import { CLIENT_SCENARIOS } from '../../tools/client/scenarios/index.ts'
import { begin, command, temporaryFolder } from './command.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

/** The machine's own PATH, and a key of another account. */
const env = { PATH: process.env.PATH ?? '', GATECHECK_KEY: 'cl_of_the_caller_alone' }
const client = (...args: string[]) => command(['client', ...args], { cwd: folder.path, env })

it('lists scenarios and duration with --plan and starts nothing', async () => {
  const { code, stdout } = await client('--plan', '--', 'sh', '-c', 'touch started')
  expect(code).toBe(0)
  for (const { name, about } of CLIENT_SCENARIOS)
    expect(stdout).toMatch(new RegExp(`^  ${name} .*${about.slice(0, 20)}`, 'm'))
  expect(stdout).toMatch(new RegExp(`^About .* at most .* \\(timeout ${LIMITS.clientMs / 1000} s each\\)\\.$`, 'm'))
  expect(readdirSync(folder.path)).toEqual([])
})

it.each([
  [[], /Missing command that starts the client/],
  [['--scenario', 'wait-8', '--', 'true'], /unknown scenario\. .*wait-7/],
  [['--only', 'quixotic', '--', 'true'], /no clause for clients/],
  [['--jobs', '0', '--', 'true'], /whole number of at least 1/],
  [['--timeout', 'soon', '--', 'true'], /Write a time as/],
  [['--report', 'pdf', '--', 'true'], /'pdf' is invalid\. It must be one of json, html, junit/],
])('says what is wrong with %j', async (args, words) => {
  const { code, stderr } = await client(...args)
  expect([code, stderr]).toEqual([64, expect.stringMatching(words)])
})

it('explains a client that sends nothing, and redacts the key in its output', async () => {
  const says = 'printf "\\033[2J%s\\n" "$GATECHECK_KEY $GATECHECK_BASE_URL"'
  const { code, stdout } = await client('--scenario', 'plain,wait-1', '--out', 'silent', '--', 'sh', '-c', says)
  expect(code).toBe(2)
  expect(stdout).toMatch(/FIRST .*without a single request/)
  expect(stdout).toMatch(/\| \\u001b\[2J\{\{A\}\} http:\/\/127\.0\.0\.1:\d+\/v1/)
  expect(stdout).toMatch(/^NO VERDICT/m)
  expect(stdout).toMatch(/^Seed \d+: /m)
  const files = readdirSync(join(folder.path, 'silent'))
  expect(files.toSorted()).toEqual(['.gitignore', 'client-plain.jsonl', 'client.html', 'client.json'])
  const all = files.map((name) => readFileSync(join(folder.path, 'silent', name), 'utf8')).join()
  expect(all + stdout).not.toMatch(/cl_[A-Za-z0-9]{8}|of_the_caller/)
  expect(all).not.toContain('\u001b')
})

it('has no verdict on a client that times out', async () => {
  const { code, stdout } = await client(
    '--scenario',
    'plain',
    '--timeout',
    '300ms',
    '--out',
    'late',
    '--',
    'sleep',
    '30',
  )
  expect(code).toBe(2)
  expect(stdout).toMatch(/^\? plain +timed out/m)
})

it('ends the client that it started when it is interrupted', async () => {
  const within = (name: string) => join(folder.path, name)
  const script = `echo $$ > ${within('pid')}; sleep 30`
  const { io, finished } = begin(
    ['client', '--scenario', 'plain', '--out', within('interrupted'), '--', 'sh', '-c', script],
    env,
  )
  await expect.poll(() => readdirSync(folder.path), { timeout: 600_000 }).toContain('pid')
  io.emit('SIGINT')
  const { code, stderr } = await finished
  expect(code).toBe(130)
  expect(stderr).toContain('Interrupted')
  const pid = readFileSync(within('pid'), 'utf8').trim()
  const isGone = () => {
    try {
      return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return true
    }
  }
  await expect.poll(isGone).toBe(true)
  expect(JSON.parse(readFileSync(within('interrupted/client.json'), 'utf8')).exit).toBe(130)
})
