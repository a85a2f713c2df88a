import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPORTERS } from '../../reporters/index.ts'
import { around, type Behaviour } from '../../service/interface/behaviour.ts'
import type { Patch } from '../../service/layers.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { DRIFT_REPORTERS } from '../../tools/drift/reporters/index.ts'
import { command, environmentOf, FAST, type Finished, temporaryFolder } from './command.ts'

/** Characters of each kind that a terminal, pager, editor or viewer interprets, or displays misleadingly. */
const ODD = [
  '\0\u0007\b\r\n\t\v\u007f',
  '\u001b[31;1mred\u001b]0;title\u0007\u001b[2J\u009b1m\u009d8;;https://evil.example\u009c\u0085\u0080',
  '\u202aa\u202bb\u202cc\u202dd\u202e\u2066e\u2067f\u2068g\u2069\u200e\u200f\u061c',
  '\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u{e0041}\u2028\u2029\ue000',
  '\ud800 \udc00',
].join('|')
/** Those allowed in an HTTP header. */
const ODD_HEADER = 'told\t\u0085\u009b31m\u00ad'

/** Control characters other than \n, which ends the lines of files. */
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u

type Change = (text: string, name: string | undefined) => string

function changed(value: unknown, change: Change, name?: string): unknown {
  if (typeof value === 'string') return change(value, name)
  if (Array.isArray(value)) return value.map((each) => changed(each, change, name))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, each]) => [key, changed(each, change, key)] as const)
  return Object.fromEntries(members)
}

/** `odd`: changes each text of a response. */
function sayingOddThings(odd: Change): Patch {
  return (behaviour: Behaviour) => {
    around(behaviour, 'finish', async (next, answer, incoming, context) => {
      const finished = await next(answer, incoming, context)
      const { body } = finished
      const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
      const more = { [`said ${ODD}`]: ODD, said: [ODD, { [ODD]: ODD }] }
      const headers = { ...finished.headers, 'x-told': ODD_HEADER }
      return { ...finished, headers, ...(isObject && { body: { ...(changed(body, odd) as object), ...more } }) }
    })
    // Clients may submit the name that they were given.
    const meant = (text: string) => {
      try {
        return JSON.stringify(changed(JSON.parse(text), (each) => each.replace(ODD, '')))
      } catch {
        return text
      }
    }
    around(behaviour, 'opinion', (next, text) => next(meant(text)))
    around(behaviour, 'order', (next, text, decision) => next(meant(text), decision))
  }
}

const NEEDED = ['id', 'status', 'stage', 'url']
const inWordsOfItsOwn: Change = (text, name) => (NEEDED.includes(name!) ? text : text + ODD)
const REPORTS = Object.keys(REPORTERS).join()
const OF_A_RUN = [
  ['judge'],
  ['report', '--report', REPORTS],
  ['judge', '.gatecheck/run.har', '--out', 'judged', '--report', REPORTS],
  ['show', '3'],
]
const IN_DRIFT = ['--poll-interval', '5ms', '--out', 'drift', '--baseline', 'baseline.json']
const OF_DRIFT = ['--report', Object.keys(DRIFT_REPORTERS).join(), '--log', 'drift.log', '--all']
const aRun = ['run', ...FAST, '--generate', '20', '--report', REPORTS, '--verbose']

const COMMANDS = [aRun, ...OF_A_RUN, ['drift', 'record', ...IN_DRIFT], ['drift', 'check', ...IN_DRIFT, ...OF_DRIFT]]

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())

/** Context of the first control character, to find its source. */
function firstObeyed(text: string): string | undefined {
  const at = text.search(OBEYED)
  return at < 0 ? undefined : JSON.stringify(text.slice(Math.max(0, at - 60), at + 20))
}

describe('a server that sends control characters', () => {
  let folder: ReturnType<typeof temporaryFolder>
  let service: RunningService
  const told: [string, Finished][] = []
  beforeAll(async () => {
    folder = temporaryFolder()
    service = await startService({ layers: [{ name: 'says odd things', patch: sayingOddThings(inWordsOfItsOwn) }] })
    const env = environmentOf(service)
    for (const args of COMMANDS) {
      const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder.path, 'step.md') }
      told.push([args.join(' '), await command(args, { cwd: folder.path, env: { ...env, ...github } })])
    }
  })
  afterAll(async () => {
    await service.close()
    folder.remove()
  })

  it('causes no internal error', () => {
    const codes = told.map(([args, { code, stderr }]) => [args, code === 70 || code === null ? stderr : 'fine'])
    expect(codes).toEqual(told.map(([args]) => [args, 'fine']))
  })

  it('gets them into files only escaped', () => {
    const names = filesIn(folder.path)
    expect(names.length).toBeGreaterThan(Object.keys(REPORTERS).length)
    const found = names.map((name) => {
      const bytes = readFileSync(join(folder.path, name))
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      return [name, firstObeyed(text)]
    })
    expect(found).toEqual(names.map((name) => [name, undefined]))
  })

  it('gets none to the terminal', () => {
    const found = told.map(([args, { stdout, stderr }]) => [args, firstObeyed(stdout + stderr)])
    expect(found).toEqual(told.map(([args]) => [args, undefined]))
  })

  it('has no influence on file names', () => {
    const known =
      /^(\.gatecheck|drift|judged)([\\/](earlier|aborted)[^\\/]*)?[\\/](\.gitignore|[a-z-]+\.(jsonl|json|html|xml|har|md|svg))$|^(baseline\.json|drift\.log|step\.md)$/
    expect(filesIn(folder.path).filter((name) => !known.test(relative('.', name)))).toEqual([])
  })
})
