import { beforeAll, describe, expect, it } from 'vitest'
import { pactFileIn } from '../../runner/pact/file/pact-file.ts'
import { lintOf } from '../../runner/pact/law/lint.ts'
import { contractOfAll, READY_MADE } from './ready-made-for-tests.ts'

const heard = new Map<string, { status: number; headers: Headers; body: string }>()
let contract: string
beforeAll(async () => {
  contract = await contractOfAll(async (name, answer) => {
    heard.set(name, { status: answer.status, headers: answer.headers, body: await answer.text() })
  })
})

describe('a ready-made interaction', () => {
  it.each(Object.entries(READY_MADE))('answers a client as it says: %s', (name, { status }) => {
    expect(heard.get(name)?.status).toBe(status)
  })

  it('shows what a client has to read', () => {
    const shown = (name: string) => JSON.parse(heard.get(name)!.body)
    expect(shown('a submission')).toEqual({ id: 'b7d1c2f0' })
    expect(shown('a queued job')).toEqual({ status: 'queued' })
    expect(shown('a running job')).toEqual({ status: 'running', stage: 'enhancing' })
    expect(shown('a job that succeeded')).toEqual({ status: 'succeeded', url: expect.stringContaining('https://') })
    expect(shown('a job that failed')).toEqual({
      status: 'failed',
      error: { code: 'generation_failed', message: 'No video.' },
    })
    expect(heard.get('no room')!.headers.get('retry-after')).toBe('20')
  })
})

describe('the contract of all of them', () => {
  it('asks for nothing that the law does not promise', () => {
    const { interactions, ...lint } = lintOf(pactFileIn(contract, 'client-videos.json'))
    const rest = interactions.flatMap(({ parts }) => parts.filter(({ standing }) => standing !== 'promised'))
    expect(rest).toEqual([])
    expect(lint).toMatchObject({ kind: 'Pact V4', beyond: 0, against: 0 })
    expect(interactions).toHaveLength(Object.keys(READY_MADE).length)
  })
})
