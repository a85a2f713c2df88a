import { expect, it } from 'vitest'
import { answered } from '../handwritten-for-tests.ts'
import { isTransient } from './transient.ts'

const NO_ROOM = { error: { code: 'capacity_exceeded' } }

it('does not pass by itself that a submission is told with 503 that there is no room', () => {
  expect(isTransient(answered(503, { posted: '{}', body: NO_ROOM }))).toBe(false)
})

it.each([
  ['to a reading, whatever it says', { body: NO_ROOM }],
  ['to a poll', { polled: 'job-1', body: NO_ROOM }],
  ['to what is posted elsewhere', { posted: '{}', path: '/v1/elsewhere', body: NO_ROOM }],
  ['where the word stands in a text', { posted: '{}', body: { message: 'not capacity_exceeded, only down' } }],
  ['where another field is called code', { posted: '{}', body: { code: 'unavailable', see: 'capacity_exceeded' } }],
  ['on a page', { posted: '{}', body: '<p>capacity_exceeded</p>' }],
])('may pass by itself that a 503 is answered %s', (_, told) => {
  expect(isTransient(answered(503, told))).toBe(true)
})
