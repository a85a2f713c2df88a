import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../runner/settings/bounds/bounds.ts'
import { isThere, membersOf } from './group.ts'
import { KeptOutput } from './kept-output.ts'
import { runCommand, type Started } from './run-command.ts'

const PATH = process.env.PATH ?? ''
const sh = (script: string, started: Partial<Started> = {}) =>
  runCommand(['sh', '-c', script], { env: { PATH }, timeoutMs: 20_000, ...started })

describe.concurrent('a command', () => {
  it('ends as it ends, with what it printed in its order', async () => {
    const { end, output, leftBehind } = await sh('echo one; sleep 0.1; echo two >&2; sleep 0.1; echo three; exit 7')
    expect(end).toEqual({ exit: 7 })
    expect(output.split('\n').toSorted()).toEqual(['', 'one', 'three', 'two'])
    expect(leftBehind).toEqual([])
  })

  it('has what it is given in its environment, and nothing else', async () => {
    const { output } = await sh('env', { env: { PATH, ONE: '1' } })
    expect(output).toContain('ONE=1')
    expect(output).not.toContain('HOME=')
  })

  it('is told by the signal that ended it', async () => {
    expect((await sh('kill -9 $$')).end).toEqual({ signal: 'SIGKILL' })
  })

  it('that is not there was not started', async () => {
    const { end, leftBehind } = await runCommand(['no-such-command-here'], { env: { PATH }, timeoutMs: 1000 })
    expect([end, leftBehind]).toEqual([{ notStarted: 'ENOENT' }, []])
  })

  it('that does not end is ended with all that it began, however deaf', async ({ expect }) => {
    const { end, output } = await sh('trap "" TERM; sleep 30 & echo "$$ $!"; wait; sleep 30', { timeoutMs: 200 })
    expect(end).toEqual({ timedOut: true })
    const pids = output.trim().split(' ').map(Number)
    expect(pids).toHaveLength(2)
    await expect.poll(() => pids.filter(isRunning)).toEqual([])
  })

  it('is told of what it left running, which is ended by its id', async ({ expect }) => {
    const { end, output, leftBehind } = await sh('sleep 30 & echo $!; exit 0')
    const pid = Number(output)
    expect(end).toEqual({ exit: 0 })
    expect(leftBehind).toEqual([{ pid, name: 'sleep' }])
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  it('is not blamed for what ends with it, a moment later', async () => {
    expect((await sh('sleep 0.1 & exit 0')).leftBehind).toEqual([])
  })

  describe.skipIf(process.platform !== 'linux').concurrent('that marks what it begins', () => {
    /** Of no other test, even where the same tests go on beside these. */
    const marked = (value: string = randomUUID()): Partial<Started> => ({
      env: { PATH, ITS_OWN: value },
      mark: 'ITS_OWN',
    })

    it('is told of what left its group, which is ended by its id, however deaf', async ({ expect }) => {
      // Each goes by the name of its shell until it has become what it is.
      const areAsleep = '[ "$(cat /proc/$one/comm /proc/$other/comm | tr -d "\\n")" = sleepsleep ]'
      const { output, leftBehind } = await sh(
        `setsid sleep 30 & one=$!; setsid sh -c 'trap "" TERM; exec sleep 31' & other=$!; echo $one $other; until ${areAsleep}; do sleep 0.02; done; exit 0`,
        marked(),
      )
      const pids = output.trim().split(' ').map(Number)
      expect(leftBehind.map(({ pid }) => pid).toSorted()).toEqual(pids.toSorted())
      expect(leftBehind.map(({ name }) => name)).toEqual(['sleep', 'sleep'])
      await expect.poll(() => pids.filter(isRunning)).toEqual([])
    })

    it('is ended with what left its group, where it does not end', async ({ expect }) => {
      const { output, leftBehind } = await sh('setsid sleep 30 & echo $!; sleep 30', {
        ...marked(),
        timeoutMs: 200,
      })
      expect(leftBehind).toEqual([])
      await expect.poll(() => isRunning(Number(output))).toBe(false)
    })

    it('is not blamed for what left its group and ends a moment later', async ({ expect }) => {
      expect((await sh('setsid sleep 0.2 & exit 0', marked())).leftBehind).toEqual([])
    })

    it('has nothing to do with what was there before it, nor with what is marked otherwise', async ({ expect }) => {
      const shared = randomUUID()
      const others = [shared, randomUUID()].map((value) =>
        spawn('sleep', ['30'], { detached: true, stdio: 'ignore', env: { PATH, ITS_OWN: value } }),
      )
      await sleep(50)
      const { leftBehind } = await sh('sleep 0.1', marked(shared))
      expect(leftBehind).toEqual([])
      for (const { pid } of others) expect(isRunning(pid!)).toBe(true)
      for (const other of others) other.kill()
    })
  })

  it('is waited for no longer once nobody waits', async () => {
    const stop = new AbortController()
    const running = sh('sleep 30', { signal: stop.signal })
    await sleep(50)
    stop.abort()
    expect((await running).end).toEqual({ timedOut: true })
  })
})

/** One that nobody has buried yet runs no more. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux'
  }
}

it('keeps the end of what is printed, from the beginning of a line, and no half of a letter', () => {
  const kept = new KeptOutput(20)
  const [out, err] = [kept.taker(), kept.taker()]
  const a = Buffer.from('ä\n')
  out(Buffer.from('cl_secret of the first line\nsecond\n'))
  out(a.subarray(0, 1))
  err(Buffer.from('other\n'))
  out(a.subarray(1))
  expect(kept.text).toBe('second\nother\nä\n')
})

it('keeps nothing of one line that is too long: half a key would not be known for one', () => {
  const kept = new KeptOutput()
  kept.taker()(Buffer.from('x'.repeat(BOUNDS.clientOutput.most + 1)))
  expect(kept.text).toBe('')
})

it('knows the members of a group', () => {
  expect(isThere(2 ** 22 + 1)).toBe(false)
  expect(membersOf(2 ** 22 + 1)).toEqual([])
})
