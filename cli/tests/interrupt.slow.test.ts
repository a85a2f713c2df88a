import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { readHistory } from '../../engine/history/recorded.ts'
import { type RunningService, type ServiceOptions, startService } from '../../service/start.ts'
import { begin, command, environmentOf, startCommand, temporaryFolder } from './command.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService
const history = () => join(folder.path, '.gatecheck', 'history.jsonl')

const serve = async (options: ServiceOptions) => {
  service = await startService(options)
}
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await service.close()
  folder.remove()
})

const ARGS = ['--poll-interval', '20ms', '--deadline', '60s', '--profile', 'standard']

/** Resolves when the run has unfinished jobs. */
async function jobsUnderWay() {
  while (!existsSync(history()) || readFileSync(history(), 'utf8').split('\n').length < 100) await sleep(20)
}

async function startedProcess() {
  const started = startCommand(['run', ...ARGS], { cwd: folder.path, env: environmentOf(service) })
  await jobsUnderWay()
  return started
}

describe('an interrupted run', () => {
  it('polls its jobs to completion, writes a report and exits 130', async () => {
    await serve({ polls: 60 })
    const started = await startedProcess()
    started.process.kill('SIGINT')
    const { code, stdout, stderr } = await started.finished
    expect(code).toBe(130)
    expect(stderr).toContain('Polling unfinished jobs to completion')
    expect(stdout).toMatch(/INTERRUPTED {2}the run was interrupted;/)
    expect([...readHistory(history())]).toContainEqual(expect.objectContaining({ kind: 'ended', how: 'interrupted' }))
    const report = JSON.parse(readFileSync(join(folder.path, '.gatecheck', 'report.json'), 'utf8'))
    expect(report).toMatchObject({ exit: 130, verdict: 'inconclusive' })
    expect(report.jobs.length).toBeGreaterThan(0)
    for (const { states } of report.jobs) expect(['succeeded', 'failed']).toContain(states.at(-1)[1])
    expect((await command(['judge'], { cwd: folder.path })).code).toBe(130)
  })

  it('names its unfinished jobs after a second interrupt, and the next run polls them to completion first', async () => {
    await serve({ polls: 400 })
    const { io, finished } = begin(['run', ...ARGS, '--out', join(folder.path, '.gatecheck')], environmentOf(service))
    await jobsUnderWay()
    io.emit('SIGINT')
    await sleep(200)
    io.emit('SIGINT')
    const { code, stdout } = await finished
    expect(code).toBe(130)
    const named = /with (\d+) jobs? unfinished: (.+) \(the next run with the same --out polls/.exec(stdout)!
    const ids = named[2]!.replace(/ and \d+ more$/, '').split(', ')
    const jobs = Number(named[1])
    expect(ids.length).toBe(jobs > 4 ? 3 : jobs)
    const next = await command(['run', ...ARGS, '--profile', 'smoke', '--poll-interval', '2ms'], {
      cwd: folder.path,
      env: environmentOf(service),
    })
    expect(next.code).toBe(0)
    const recording = readHistory(history())
    const leftovers = recording.exchangesBy('leftovers')
    const last = new Map(leftovers.map((each) => [each.purpose.polled, JSON.parse(each.answer!.body).status]))
    expect([...last.keys()]).toEqual(expect.arrayContaining(ids))
    expect(new Set(last.values())).toEqual(new Set(['succeeded']))
    const submission = [...recording].find((entry) => entry.kind === 'exchange' && entry.request.method === 'POST')
    expect(Math.max(...leftovers.map(({ n }) => n))).toBeLessThan((submission as Exchange).n)
  })

  it('leaves a readable history and a stale lock after SIGKILL', async () => {
    await serve({ polls: 100_000 })
    const started = await startedProcess()
    const locked = await command(['run', ...ARGS], { cwd: folder.path, env: environmentOf(service) })
    expect(locked.code).toBe(64)
    expect(locked.stderr).toMatch(/\.gatecheck is in use by another run \(process \d+ on .*wait until it ends/)
    expect(locked.stderr).not.toContain('at most')
    started.process.kill('SIGKILL')
    expect((await started.finished).signal).toBe('SIGKILL')
    expect([...readHistory(history())].length).toBeGreaterThan(50)
    const { code, stdout } = await command(['judge'], { cwd: folder.path })
    expect(code).toBe(2)
    expect(stdout).toContain('report.json is missing')
    const next = await command(['run', '--only', 'readings', '--deadline', '4s', '--quiet'], {
      cwd: folder.path,
      env: environmentOf(service),
    })
    expect(next.stderr).not.toContain('another run')
    expect(readdirSync(join(folder.path, '.gatecheck')).some((name) => name.startsWith('earlier-'))).toBe(true)
  })
})
