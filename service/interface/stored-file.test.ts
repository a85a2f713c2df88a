import { describe, expect, it } from 'vitest'
import { storedFile } from './stored-file.ts'

const bytes = Buffer.from('0123456789')
const modifiedAt = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
const modified = 'Fri, 02 Jan 2026 03:04:05 GMT'
const file = { bytes, type: 'video/mp4', modifiedAt }
const { etag } = storedFile(file, {}).headers as { etag: string }
const asked = (headers: Record<string, string>) => {
  const answer = storedFile(file, headers)
  return { status: answer.status, content: answer.bytes?.toString(), range: answer.headers['content-range'] }
}
const whole = { status: 200, content: '0123456789', range: undefined }

describe('a range', () => {
  it.each([
    ['bytes=0-0', '0', '0-0'],
    ['bytes=2-5', '2345', '2-5'],
    ['bytes=7-', '789', '7-9'],
    ['bytes=7-500', '789', '7-9'],
    ['bytes=-3', '789', '7-9'],
    ['bytes=-500', '0123456789', '0-9'],
    ['BYTES=4-4', '4', '4-4'],
  ])('%s returns a part', (range, content, told) => {
    expect(asked({ range })).toEqual({ status: 206, content, range: `bytes ${told}/10` })
  })

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=999999999999999999999-'])(
    '%s is not satisfiable',
    (range) => {
      expect(asked({ range })).toEqual({ status: 416, content: undefined, range: 'bytes */10' })
    },
  )

  it.each([
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=0-1,4-5',
    'lines=0-1',
    'bytes=1--2',
    'bytes=1.5-2',
  ])('%j is invalid or several: returns the whole file', (range) => expect(asked({ range })).toEqual(whole))

  it('applies only to the same file if a condition requires it', () => {
    const part = { status: 206, content: '01', range: 'bytes 0-1/10' }
    const range = 'bytes=0-1'
    expect(asked({ range, 'if-range': etag })).toEqual(part)
    expect(asked({ range, 'if-range': modified })).toEqual(part)
    expect(asked({ range, 'if-range': '"another"' })).toEqual(whole)
    expect(asked({ range, 'if-range': `W/${etag}` })).toEqual(whole)
    expect(asked({ range, 'if-range': 'Fri, 02 Jan 2026 03:04:06 GMT' })).toEqual(whole)
  })
})
