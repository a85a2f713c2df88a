import { describe, expect, it } from 'vitest'
import { nearest } from './nearest-names.ts'

describe('the nearest names', () => {
  const names = [
    'auth',
    'paths',
    'auth.unknown-key',
    'auth.unknown-key/generated',
    'jobs.first-status',
    '1080p',
    '480p',
  ]

  it.each<[string, string[]]>([
    ['atuh', ['auth']],
    ['path', ['paths']],
    ['AUTH', ['auth']],
    ['auth.unknwon-key', ['auth.unknown-key']],
    ['unknown-key', ['auth.unknown-key']],
    ['first-state', ['jobs.first-status']],
    ['1080', ['1080p']],
    ['klingon', []],
    ['', []],
  ])('finds for %j: %j', (word, expected) => {
    expect(nearest(word, names)).toEqual(expected)
  })
})
