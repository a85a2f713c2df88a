import { describe, expect, it } from 'vitest'
import { polled, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { finalKeepsItsResult, finalStaysFinal } from './finality.ts'

const url = 'https://videos.test/1.mp4'
const done = (clock = {}) => polled({ status: 'succeeded', url }, clock)
const running = (clock = {}) => polled({ status: 'running', stage: 'enhancing' }, clock)
const failed = (error: unknown) => polled({ status: 'failed', error })

describe('finality', () => {
  it('has no order for two reads under way at once', () => {
    const end = done({ sent: 1, received: 4 })
    const beside = running({ sent: 2, received: 5 })
    expect(verdictOf(finalStaysFinal, [end, beside])).toMatchObject({
      verdict: 'skip',
      reason: 'no job was read again after its end',
    })
    expect(verdictOf(finalStaysFinal, [beside, end])).toMatchObject({ verdict: 'skip' })
  })

  it('counts a read that was sent after the end had been received', () => {
    const verdict = verdictOf(finalStaysFinal, [done({ sent: 1, received: 4 }), running({ sent: 5, received: 6 })])
    expect(verdict).toMatchObject({ verdict: 'fail', received: 'status "running"' })
  })

  it('measures against the earliest of several ends read in parallel', () => {
    const slow = done({ sent: 1, received: 9 })
    const quick = done({ sent: 2, received: 3 })
    expect(verdictOf(finalStaysFinal, [slow, quick, running({ sent: 4, received: 10 })])).toMatchObject({
      verdict: 'fail',
    })
  })

  it('names a failed job that succeeds later, and the other way round', () => {
    const error = { code: 'upstream', message: 'gone' }
    expect(verdictOf(finalStaysFinal, [done(), failed(error)])).toMatchObject({ received: 'status "failed"' })
    expect(verdictOf(finalStaysFinal, [failed(error), done()])).toMatchObject({ received: 'status "succeeded"' })
  })

  it('keeps different jobs apart', () => {
    const history = [done(), polled({ status: 'queued' }, { job: 2, polled: 'job-2' })]
    expect(verdictOf(finalStaysFinal, history)).toMatchObject({ verdict: 'skip' })
  })

  it('asks for the result of a succeeded and of a failed job on each read', () => {
    const error = { code: 'upstream', message: 'gone' }
    expect(verdictOf(finalKeepsItsResult, [done(), done()])).toMatchObject({ verdict: 'pass' })
    expect(verdictOf(finalKeepsItsResult, [failed(error), failed(error)])).toMatchObject({ verdict: 'pass' })
    expect(verdictOf(finalKeepsItsResult, [failed(error), failed(null)])).toMatchObject({
      verdict: 'fail',
      received: 'error null',
    })
  })

  it('leaves another status to the clause about it', () => {
    const history = [done(), running(), failed({ code: 'upstream', message: 'gone' }), failed(null)]
    expect(verdictOf(finalKeepsItsResult, history)).toMatchObject({ verdict: 'pass' })
  })

  it('leaves an ending that never showed a result to the clause about it', () => {
    const bare = () => polled({ status: 'succeeded' })
    expect(verdictOf(finalKeepsItsResult, [bare(), bare()])).toMatchObject({ verdict: 'skip' })
    expect(verdictOf(finalKeepsItsResult, [failed(null), failed(null)])).toMatchObject({ verdict: 'skip' })
    expect(verdictOf(finalKeepsItsResult, [bare(), done(), bare()])).toMatchObject({ verdict: 'fail', tried: 1 })
  })
})
