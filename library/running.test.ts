import { describe, expect, it } from 'vitest'
import { UsageError } from '../engine/config/target.ts'
import type { ProgressEvent } from './options.ts'
import { run } from './run.ts'

const SMOKE = { profile: 'smoke', pollInterval: '5ms' } as const

describe('a run', () => {
  it('yields the events that onProgress gets', async () => {
    const reported: ProgressEvent[] = []
    const running = run({ embedded: true, ...SMOKE, only: ['auth'], onProgress: (event) => reported.push(event) })
    const read: ProgressEvent[] = []
    for await (const event of running) read.push(event)
    expect(read).toEqual(reported)
    expect(read[0]).toMatchObject({ kind: 'planned' })
    expect((await running).report.verdict).toBe('pass')
    for await (const event of running) expect.unreachable(`the run is over, and tells of ${event.kind}`)
  })

  it('goes on after its loop is left', async () => {
    const running = run({ embedded: true, ...SMOKE, only: ['auth'] })
    for await (const event of running) if (event.kind === 'driven') break
    expect((await running).report.verdict).toBe('pass')
  })

  it('throws its error at the end of a loop', async () => {
    const loop = async () => {
      for await (const event of run({ baseUrl: 'http://127.0.0.1:9/v1' })) expect.unreachable(event.kind)
    }
    await expect(loop()).rejects.toThrow(UsageError)
    const stops = async () => {
      const running = run({
        embedded: true,
        ...SMOKE,
        onProgress: ({ kind }) => {
          if (kind === 'planned') throw new Error('too dear')
        },
      })
      for await (const _ of running) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await expect(stops()).rejects.toThrow('too dear')
  })
})
