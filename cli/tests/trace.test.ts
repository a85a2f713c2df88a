import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { besideAService } from './beside-a-service.ts'
import { command, environmentOf, FAST } from './command.ts'

const VALID = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/
const beside = besideAService()
const gatecheck = (...args: string[]) => command(args, { cwd: beside.folder, env: environmentOf(beside.service) })
const textIn = (...names: string[]) => readFileSync(join(beside.folder, ...names), 'utf8')
const sent = () =>
  beside.service.journal
    .entries({ most: 10_000 })
    .map(({ request: { headers } }) => headers.filter(([name]) => name === 'traceparent').map(([, value]) => value))
type Span = { traceId: string; spanId: string }
const spansIn = (dir: string): Span[] => JSON.parse(textIn(dir, 'traces.json')).resourceSpans[0].scopeSpans[0].spans

describe('run --trace', () => {
  it('sends one traceparent per request, records it, shows it, and writes traces.json', async () => {
    beside.service.journal.clear()
    const { code } = await gatecheck('run', ...FAST, '--profile', 'smoke', '--trace')
    expect(code).toBe(0)
    const headers = sent()
    expect(headers.length).toBeGreaterThan(40)
    expect(headers.filter((values) => values.length !== 1 || !VALID.test(values[0]!))).toEqual([])
    expect(new Set(headers.flat()).size).toBe(headers.length)
    const ids = spansIn('.gatecheck').map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`)
    expect(ids.toSorted()).toEqual(headers.flat().toSorted())
    const { stdout } = await gatecheck('show', '3')
    const shown = /traceparent {3}(\S+)/.exec(stdout)![1]!
    expect(ids).toContain(shown)
    expect(stdout).not.toContain('-H traceparent')
    const [trace] = /(?<=Trace <code>)[0-9a-f]{32}/.exec(textIn('.gatecheck', 'report.html'))!
    expect(ids.join()).toContain(trace)
    expect(await gatecheck('judge')).toMatchObject({ code: 0 })
    await gatecheck('report', '--report', 'traces=again.json')
    expect(textIn('again.json')).toBe(textIn('.gatecheck', 'traces.json'))
  })

  it('continues when the run is resumed', async () => {
    const args = ['--profile', 'smoke', '--only', 'readings', '--trace', '--out', 'first']
    await gatecheck('run', ...FAST, ...args)
    const lines = textIn('first', 'history.jsonl').split('\n')
    const at = lines.findIndex((line) => line.startsWith('{"kind":"learned"'))
    mkdirSync(join(beside.folder, 'cut'))
    writeFileSync(join(beside.folder, 'cut', 'history.jsonl'), `${lines.slice(0, at).join('\n')}\n`)
    beside.service.journal.clear()
    expect((await gatecheck('run', '--resume', 'cut', '--report', 'json')).code).toBe(0)
    const later = sent()
    expect(later.length).toBeGreaterThan(0)
    expect(later.every(([value]) => VALID.test(value!))).toBe(true)
    const spans = JSON.stringify(spansIn('cut'))
    expect(later.filter(([value]) => !spans.includes(value!.slice(3, 35)))).toEqual([])
  })

  it('is off by default', async () => {
    beside.service.journal.clear()
    await gatecheck('run', ...FAST, '--profile', 'smoke', '--only', 'readings')
    expect(sent().flat()).toEqual([])
    expect(existsSync(join(beside.folder, '.gatecheck', 'traces.json'))).toBe(false)
    expect((await gatecheck('show', '3')).stdout).not.toContain('traceparent')
  })
})
