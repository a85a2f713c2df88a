import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { command } from './command.ts'

const typed = (...args: string[]) => command(args, { cwd: process.cwd() })

describe('names from an output can be typed', () => {
  it.each<[string, string[]]>([
    ['auth.unknown-key,paths.head', ['auth.unknown-key (must', 'auth.unknown-key (suite auth)', 'paths.head (open']],
    ['jobs', ['The group jobs: ', 'jobs.final-stays-final', 'jobs.first-status']],
    ['auth', ['The group auth: ', 'The suite auth (', "--only 'auth.*'"]],
    [
      'submission.range-ends-accepted',
      ['submission.range-ends-accepted (suite limits)', 'submission.range-ends-accepted (must', 'How to fix it'],
    ],
  ])('gatecheck clauses %s', async (name, parts) => {
    const { code, stdout } = await typed('clauses', name)
    expect(code).toBe(0)
    for (const part of parts) expect(stdout).toContain(part)
    expect(stdout.match(/How to fix it/g) ?? []).toHaveLength(parts.some((part) => part.includes('(must')) ? 1 : 0)
  })

  it('--only takes several names and groups, comma-separated or repeated', async () => {
    const { code, stdout } = await typed('plan', '--only', 'browser, codes', '--only', 'pact')
    expect(code).toBe(0)
    expect([...stdout.matchAll(/^(\w+) +\d+ +\d+ +\d+/gm)].map(([, name]) => name)).toEqual([
      'submission',
      'browser',
      'pact',
      'answers',
    ])
  })

  it('--waive takes a check and a group', async () => {
    expect((await typed('plan', '--waive', 'auth.header-required=known', '--waive', 'codes=known')).code).toBe(0)
  })
})

it.each(['json', 'yaml'])('gatecheck openapi prints the document as %s', async (format) => {
  const { code, stdout } = await typed('openapi', ...(format === 'yaml' ? ['--yaml'] : []))
  expect(code).toBe(0)
  expect(stdout).toBe(readFileSync(new URL(`../../spec/openapi.${format}`, import.meta.url), 'utf8'))
})

it('gatecheck clauses lists clauses for clients separately', async () => {
  const [servers, clients] = [await typed('clauses'), await typed('clauses', '--clients')]
  expect(servers.stdout).not.toMatch(/^client\./m)
  expect(servers.stdout).toMatch(/"npx gatecheck clauses --clients" lists the \d+ clauses for clients\.\n$/)
  expect(clients.stdout).toMatch(/^client\.sends-its-key +must/)
})

describe('the nearest name is proposed', () => {
  it.each<[string[], string]>([
    [['rum'], 'run'],
    [['run', '--onyl', 'auth'], '--only'],
    [['run', '--only', 'auth,pahts'], 'paths'],
    [['run', '--waive', 'auth.unknwon-key=known'], 'auth.unknown-key'],
    [['run', '--profile', 'ful'], 'full'],
    [['run', '--max-resolution', '1080'], '1080p'],
    [['run', '--report', 'html,junti'], 'junit'],
    [['report', '--report', 'junti'], 'junit'],
    [['clauses', 'auth.unknwon-key'], 'auth.unknown-key'],
    [['clauses', 'client.polls-no-faster-than-3s'], 'client.polls-no-faster-than-3-s'],
    [['serve', '--dialect', 'plan'], 'plain'],
    [['selfcheck', '--only', 'auth.unknwon-key'], 'auth.unknown-key'],
  ])('to %j: %s', async (args, meant) => {
    const { code, stderr } = await typed(...args)
    expect(stderr).toMatch(new RegExp(`Did you mean ${meant}\\?`))
    expect(code).toBe(64)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
