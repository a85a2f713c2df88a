import { describe, expect, it } from 'vitest'
import { answered } from '../handwritten-for-tests.ts'
import { markOf } from './mark.ts'
import { record, text, whole } from './schemas.ts'

type Reading = { meter: string; reading: number }
type Visit = { moment: string }
const READING = markOf<Reading>('meter reading', record<Reading>({ meter: text, reading: whole }, {}))
const VISIT = markOf<Visit>('visit', record<Visit>({ moment: text }, {}))

describe('a mark', () => {
  it('tells a judge what the drive wrote, after it was recorded, too', () => {
    const recorded = JSON.parse(JSON.stringify(answered(200, { mark: READING.of({ meter: 'usage', reading: 3 }) })))
    expect(READING.in(recorded)).toMatchObject({ meter: 'usage', reading: 3 })
  })

  it('is not taken for one of another kind, nor found where there is none', () => {
    expect(READING.in(answered(200, { mark: VISIT.of({ moment: 'at its end' }) }))).toBeUndefined()
    expect(VISIT.in(answered(200))).toBeUndefined()
  })
})
