import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../../../service/start.ts'
import { command, environmentOf, startCommand, temporaryFolder } from '../command.ts'

const OPTIONS = ['--profile', 'smoke', '--only', 'lifecycle,readings', '--poll-interval', '5ms', '--seed', '1']

let service: RunningService
let env: Record<string, string>
const folder = temporaryFolder()
const place = (...names: string[]) => join(folder.path, ...names)
const history = (dir: string) => place(dir, 'history.jsonl')

/** Kills a run once discovery is finished; its only job stays unfinished. */
async function killedIn(dir: string): Promise<string> {
  const args = ['run', '--out', place(dir), '--report', 'json', ...OPTIONS]
  const { process: child, finished } = startCommand(args, { cwd: folder.path, env })
  const polled = () => service.journal.waitFor(({ job, request }) => job !== null && request.method === 'GET')
  const { job } = await polled()
  service.jobs.hold(job!)
  while (!readFileSync(history(dir), 'utf8').includes('"kind":"learned"')) await new Promise(setImmediate)
  child.kill('SIGKILL')
  await finished
  service.journal.clear()
  return job!
}

const copied = (dir: string, to: string, change: (text: string) => string = (text) => text) => {
  mkdirSync(place(to))
  writeFileSync(history(to), change(readFileSync(history(dir), 'utf8')))
  return place(to)
}
const firstLineOf = (dir: string) => RegExp(`^Target: ${service.baseUrl} \\(recorded in ${dir}\\)\n`)
const typed = (args: string[], more: Record<string, string> = {}) =>
  command(args, { cwd: folder.path, env: { ...env, ...more } })

let job: string
beforeAll(async () => {
  service = await startService()
  env = environmentOf(service)
  job = await killedIn('killed')
})
afterAll(async () => {
  await service.close()
  folder.remove()
})

describe('a run is not resumed', () => {
  it('with other options', async () => {
    const { code, stderr } = await typed(['run', '--resume', place('killed'), '--max-jobs', '2'])
    expect(stderr).toContain('uses the options of the interrupted run: leave out --max-jobs')
    expect(code).toBe(64)
  })

  it('with another key', async () => {
    const { code, stderr } = await typed(['run', '--resume', place('killed')], {
      GATECHECK_KEY: 'cl_another-key-than-then',
    })
    expect(stderr).toContain('GATECHECK_KEY is not the key that the run used')
    expect(code).toBe(64)
  })
})

describe('drain', () => {
  it('names jobs that do not finish', async () => {
    const { code, stdout } = await typed(['drain', place('killed'), '--deadline', '1s'])
    expect(stdout).toContain(`${job}: it is still `)
    expect(stdout).toMatch(/^1 of 1 job did not finish\.$/m)
    expect(code).toBe(2)
  })

  it('polls jobs to completion and writes nothing', async () => {
    const before = statSync(history('killed'))
    service.jobs.letGo(job)
    for (const _ of ['once', 'and again']) {
      // No base URL: drain polls the server of the run.
      const { code, stdout, stderr } = await typed(['drain', place('killed')], { GATECHECK_BASE_URL: '' })
      expect(stderr).toMatch(firstLineOf(place('killed')))
      expect(stdout).toBe(`${job}: succeeded\nThe job has finished.\n`)
      expect(code).toBe(0)
    }
    expect(statSync(history('killed')).mtimeMs).toBe(before.mtimeMs)
    expect(service.journal.entries({ method: 'POST' })).toEqual([])
  })

  it('names submissions without a response', async () => {
    const noted = '{"kind":"about to submit","n":9000,"at":1,"by":"orders","key":"A","videoSeconds":1}\n'
    const { code, stdout } = await typed(['drain', copied('killed', 'uncertain', (text) => text + noted)])
    expect(stdout).toContain('1 submission without a response (9000 by orders)')
    expect(code).toBe(2)
  })

  it('finds jobs in a damaged history and names the damaged line', async () => {
    const lines = readFileSync(history('killed'), 'utf8').split('\n')
    const at = lines.findIndex((line) => line.startsWith('{"kind":"exchange","n":2,'))
    const damage = () => lines.with(at, '{"kind":').join('\n')
    const { code, stdout, stderr } = await typed(['drain', copied('killed', 'damaged', damage)])
    expect(stderr).toContain(`is damaged in line ${at + 1}: their content is lost; the rest was read`)
    expect(stdout).toContain(`${job}: succeeded`)
    expect(code).toBe(2)
  })
})

describe('a run is resumed', () => {
  it('in a copy of its folder, after an incomplete last line, without a second job', async () => {
    const dir = copied('killed', 'elsewhere', (text) => `${text}{"kind":"exchange","n":`)
    const { code, stdout, stderr } = await typed(['run', '--resume', dir, '--report', 'json'], {
      GATECHECK_BASE_URL: '',
    })
    expect(stderr).toMatch(firstLineOf(dir))
    expect(stderr).toContain('ends in an incomplete line')
    expect(stdout).toMatch(/^The run was interrupted and resumed at/m)
    expect(code).toBe(0)
    expect(service.jobs.list().map(({ id }) => id)).toEqual([job])
    const report = JSON.parse(readFileSync(join(dir, 'report.json'), 'utf8'))
    expect(report).toMatchObject({ verdict: 'pass', budget: { jobs: 1 }, resumed: [{}] })
    const judged = await typed(['judge', dir])
    expect(judged.stdout).toContain('agree with the history')
    expect(await typed(['run', '--resume', dir])).toMatchObject({ code: 64 })
  })

  it('only if no line is damaged', async () => {
    const dir = copied('killed', 'damaged-twice', (text) => text.split('\n').with(3, 'no').join('\n'))
    const { code, stderr } = await typed(['run', '--resume', dir, '--report', 'json'])
    expect(stderr).toContain('is damaged in line 4, so submissions may be missing: start a new run.')
    expect(code).toBe(64)
  })

  it('without sending a submission again whose response is unknown', async () => {
    const dir = copied('killed', 'unknown', (text) => {
      const lines = text.split('\n')
      const at = lines.findIndex((line) => line.includes('"method":"POST"') && line.includes('"status":202'))
      return `${lines.slice(0, at).join('\n')}\n`
    })
    service.journal.clear()
    const { stdout } = await typed(['run', '--resume', dir, '--report', 'json'])
    expect(stdout).toMatch(/1\s+submission\s+got\s+no\s+response/)
    const [lost, ...others] = readFileSync(history('unknown'), 'utf8')
      .split('\n')
      .flatMap((line) => (line.includes('"method":"POST"') ? [JSON.parse(line).request.body] : []))
    expect(others).not.toContain(lost)
    expect(service.journal.entries({ method: 'POST' })).toHaveLength(others.length)
  })

  it('only if the server responds', async () => {
    const dir = copied('killed', 'away')
    copyFileSync(history('killed'), place('away', 'before'))
    await service.close()
    const { code, stdout } = await typed(['run', '--resume', dir, '--report', 'json'])
    expect(stdout).toMatch(
      /^NO VERDICT {2}.* does not respond as it did before the interruption .*: resume when it does$/m,
    )
    expect(code).toBe(2)
    service = await startService()
  })
})
