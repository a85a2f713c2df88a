import { expect, it } from 'vitest'
import { answered } from '../handwritten-for-tests.ts'
import { isTransient } from './facts.ts'

const NO_ROOM = { error: { code: 'capacity_exceeded' } }

it('does not retry a 503 that refuses a submission for lack of capacity', () => {
  expect(isTransient(answered(503, { posted: '{}', body: NO_ROOM }))).toBe(false)
})

it.each([
  ['for a read with that code', { body: NO_ROOM }],
  ['for a poll', { polled: 'job-1', body: NO_ROOM }],
  ['for another POST', { posted: '{}', path: '/v1/elsewhere', body: NO_ROOM }],
  ['with the code in a text', { posted: '{}', body: { message: 'not capacity_exceeded, only down' } }],
  ['with another code', { posted: '{}', body: { code: 'unavailable', see: 'capacity_exceeded' } }],
  ['with an HTML page', { posted: '{}', body: '<p>capacity_exceeded</p>' }],
])('retries a 503 %s', (_, told) => {
  expect(isTransient(answered(503, told))).toBe(true)
})
