import { describe, expect, it } from 'vitest'
import { polled, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { finalStaysFinal } from './record.ts'

const url = 'https://videos.test/1.mp4'
const done = (clock = {}) => polled({ status: 'succeeded', url }, clock)
const running = (clock = {}) => polled({ status: 'running', stage: 'enhancing' }, clock)

describe('finality', () => {
  it('has no order for two reads under way at once', () => {
    const end = done({ sent: 1, received: 4 })
    const beside = running({ sent: 2, received: 5 })
    expect(verdictOf(finalStaysFinal, [end, beside])).toMatchObject({
      verdict: 'skip',
      reason: 'no job was polled again after it finished',
    })
    expect(verdictOf(finalStaysFinal, [beside, end])).toMatchObject({ verdict: 'skip' })
  })

  it('counts a read that was sent after the end had been received', () => {
    const verdict = verdictOf(finalStaysFinal, [done({ sent: 1, received: 4 }), running({ sent: 5, received: 6 })])
    expect(verdict).toMatchObject({ verdict: 'fail', received: 'status "running"' })
  })
})
