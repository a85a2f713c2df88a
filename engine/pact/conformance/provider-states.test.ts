import { expect, it } from 'vitest'
import { type StatesTold, toldBy } from './provider-states.ts'

const read = (...phrases: string[]) => toldBy([{ name: phrases[0]!, phrases }])

it.each<[string, Partial<StatesTold>]>([
  ['a job of another account', { whose: 'another account' }],
  ['another user of the same account', {}],
  ['an id that no job has', { whose: 'nobody' }],
  ['the job does not exist', { whose: 'nobody' }],
  ['an unknown id', { whose: 'nobody' }],
  ['job 42 exists', { whose: 'own' }],
  ['a job that failed', { shows: ['failed'] }],
  ['a key that was never issued', { key: 'never issued' }],
  ['a revoked key', { key: 'revoked' }],
  ['the key is not revoked', { key: 'good' }],
  ['a valid key', { key: 'good' }],
  ['no room for another job', { room: 'none' }],
  ['there is room for another job', { room: 'some' }],
  ['a video is ready', { shows: ['succeeded'] }],
])('%s', (phrase, expected) => {
  expect(read(phrase)).toEqual({ shows: [], ...expected })
})

it('reads parameters like names', () => {
  expect(read('a job', 'id 42', 'status failed')).toEqual({ shows: ['failed'] })
  expect(read('a job', 'not exists')).toEqual({ whose: 'nobody', shows: [] })
  expect(read('a key', 'revoked')).toEqual({ key: 'revoked', shows: [] })
})

it('prefers the state that makes a valid request fail', () => {
  expect(read('job 42 exists', 'a key of another account', 'a revoked key')).toEqual({
    ...{ key: 'revoked', whose: 'another account', shows: [] },
  })
})
