import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { KeptOutput, MOST_CHARACTERS } from './kept-output.ts'
import { runCommand, type Started } from './run-command.ts'

const PATH = process.env.PATH ?? ''
const sh = (script: string, started: Partial<Started> = {}) =>
  runCommand(['sh', '-c', script], { env: { PATH }, timeoutMs: 20_000, ...started })

describe.concurrent('a command', () => {
  it('runs with only the given environment, and its output and exit code are recorded', async () => {
    const { end, output, leftBehind } = await sh('env; echo two >&2; exit 7', { env: { PATH, ONE: '1' } })
    expect(end).toEqual({ exit: 7 })
    expect(output).toMatch(/^ONE=1$/m)
    expect(output).toMatch(/^two$/m)
    expect(output).not.toContain('HOME=')
    expect(leftBehind).toEqual([])
  })

  it('is reported with the signal that ended it, or why it did not start', async () => {
    expect((await sh('kill -9 $$')).end).toEqual({ signal: 'SIGKILL' })
    const { end } = await runCommand(['no-such-command-here'], { env: { PATH }, timeoutMs: 1000 })
    expect(end).toEqual({ notStarted: 'ENOENT' })
  })

  it('is killed with its children after the timeout, even if it ignores SIGTERM', async ({ expect }) => {
    const { end, output } = await sh('trap "" TERM; sleep 30 & echo "$$ $!"; wait; sleep 30', { timeoutMs: 200 })
    expect(end).toEqual({ timedOut: true })
    const pids = output.trim().split(' ').map(Number)
    expect(pids).toHaveLength(2)
    await expect.poll(() => pids.filter(isRunning)).toEqual([])
  })

  it('is stopped when the run is aborted', async () => {
    const stop = new AbortController()
    const running = sh('sleep 30', { signal: stop.signal })
    await sleep(50)
    stop.abort()
    expect((await running).end).toEqual({ timedOut: true })
  })

  it('reports and kills remaining child processes, unless they end by themselves', async ({ expect }) => {
    const { end, output, leftBehind } = await sh('sleep 30 & echo $!; exit 0')
    const pid = Number(output)
    expect(end).toEqual({ exit: 0 })
    expect(leftBehind).toEqual([{ pid, name: 'sleep' }])
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect((await sh('sleep 0.1 & exit 0')).leftBehind).toEqual([])
  })

  describe.skipIf(process.platform !== 'linux').concurrent('with marked children', () => {
    const marked = (value: string = randomUUID()): Partial<Started> => ({
      env: { PATH, ITS_OWN: value },
      mark: 'ITS_OWN',
    })

    it('reports and kills those outside its process group', async ({ expect }) => {
      // Until exec, a child has the name of its shell.
      const areAsleep = '[ "$(cat /proc/$one/comm /proc/$other/comm | tr -d "\\n")" = sleepsleep ]'
      const { output, leftBehind } = await sh(
        `setsid sleep 30 & one=$!; setsid sh -c 'trap "" TERM; exec sleep 31' & other=$!; echo $one $other; until ${areAsleep}; do sleep 0.02; done; exit 0`,
        marked(),
      )
      const pids = output.trim().split(' ').map(Number)
      expect(leftBehind.map(({ pid }) => pid).toSorted()).toEqual(pids.toSorted())
      await expect.poll(() => pids.filter(isRunning)).toEqual([])
    })

    it('ignores processes that existed before, or have another mark', async ({ expect }) => {
      const shared = randomUUID()
      const others = [shared, randomUUID()].map((value) =>
        spawn('sleep', ['30'], { detached: true, stdio: 'ignore', env: { PATH, ITS_OWN: value } }),
      )
      await sleep(50)
      expect((await sh('sleep 0.1', marked(shared))).leftBehind).toEqual([])
      for (const { pid } of others) expect(isRunning(pid!)).toBe(true)
      for (const other of others) other.kill()
    })
  })
})

/** A zombie does not run. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux'
  }
}

it('keeps the last whole lines of the output, without splitting a character', () => {
  const kept = new KeptOutput(20)
  const [out, err] = [kept.taker(), kept.taker()]
  const a = Buffer.from('ä\n')
  out(Buffer.from('cl_secret of the first line\nsecond\n'))
  out(a.subarray(0, 1))
  err(Buffer.from('other\n'))
  out(a.subarray(1))
  expect(kept.text).toBe('second\nother\nä\n')
})

it('drops a line beyond the limit: half a key would not be redacted', () => {
  const kept = new KeptOutput()
  kept.taker()(Buffer.from('x'.repeat(MOST_CHARACTERS + 1)))
  expect(kept.text).toBe('')
})
