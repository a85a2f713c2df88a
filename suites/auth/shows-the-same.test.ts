import { expect, it } from 'vitest'
import { answered } from '../../runner/judging/handwritten-for-tests.ts'
import { showsTheSame } from './shows-the-same.ts'

const json = (value: unknown, more: { polled?: string } = {}) => answered(200, { body: JSON.stringify(value), ...more })
const page = answered(200, { body: '<!doctype html><title>Videos</title>' })

const MODELS = { object: 'list', data: [{ id: 'swift', object: 'model' }] }
const BALANCE = { code: 0, message: 'ok', data: { plan: 'pro', credits: 40 } }

it.each([
  ['the same', MODELS, MODELS],
  ['other values in the same members', BALANCE, { ...BALANCE, data: { plan: 'free', credits: 0 } }],
  ['a longer list of the same', { ...MODELS, data: [...MODELS.data, { id: 'deep', object: 'model' }] }, MODELS],
  ['one member more', { ...BALANCE, more: true }, BALANCE],
  ['a value that is nothing but itself', 42, 42],
])('shows the same: %s', (_, found, wanted) => {
  expect(showsTheSame(json(found), json(wanted))).toBe(true)
})

it('shows the same where a job has come further meanwhile', () => {
  const wanted = json({ id: 'j-1', status: 'queued', stage: null, eta: 3, place: 4 }, { polled: 'j-1' })
  expect(showsTheSame(json({ id: 'j-1', status: 'failed', error: { code: 'x', message: 'y' } }), wanted)).toBe(true)
  expect(showsTheSame(json({ status: 'up', checks: 1 }), wanted)).toBe(false)
})

it.each([
  ['a word that there is nothing', { error: { code: 'not_found', message: 'No such path.' } }, MODELS],
  ['the same said in the same envelope', { code: 404, message: 'no such path', data: null }, BALANCE],
  ['the health of the service', { status: 'ok' }, BALANCE],
  ['another list', ['a'], MODELS],
  ['nothing', {}, MODELS],
])('shows something else: %s', (_, found, wanted) => {
  expect(showsTheSame(json(found), json(wanted))).toBe(false)
})

it('shows something else with a page for everybody, or with a refusal', () => {
  expect(showsTheSame(page, json(MODELS))).toBe(false)
  expect(showsTheSame(answered(401, { body: JSON.stringify(MODELS) }), json(MODELS))).toBe(false)
})
