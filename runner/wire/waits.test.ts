import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { Waits } from './waits.ts'

/** How often one waits whom nobody ever lets in. */
function timesWaited(othersGetIn: boolean): number {
  const waits = new Waits()
  let times = 0
  for (; !waits.areOver; times++) waits.count(othersGetIn)
  return times
}

describe('a request that is answered 429 each time', () => {
  it('is waited for a few times', () => {
    expect(timesWaited(false)).toBe(BOUNDS.waits.most)
  })

  it('is waited for longer where others get in, and not for ever', () => {
    expect(timesWaited(true)).toBe(BOUNDS.waitsAsOthersGetIn.most)
  })
})
