import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { type Choice, type Facts, isObservation } from '../../runner/judging/check.ts'
import { answered, see } from '../../runner/judging/handwritten-for-tests.ts'
import { type EndpointName, endpoint } from '../../spec/endpoints.ts'
import { expectSameInAnyOrder } from '../any-order-for-tests.ts'
import { answers } from './index.ts'

const accepted = (body: unknown) => answered(202, { part: 'submission', posted: '{}', body })
const reading = (name: EndpointName, body: unknown) =>
  answered(200, { by: 'introduction', path: `/v1${endpoint(name).path}`, body })
const refused = (body: unknown) => answered(404, { part: 'probe', body })

type Case = { history: Exchange[]; dialect?: Facts['dialect']; choice: string; another?: Exchange[]; both?: string }

const CASES: Record<string, Case> = {
  'id.where-it-stands': {
    history: [accepted({ data: { id: 'x' } })],
    dialect: { idWay: ['data', 'id'] },
    choice: 'in data.id',
  },
  'id.what-it-looks-like': {
    history: [accepted({ id: 'vid_8fX' })],
    dialect: { idWay: ['id'], idType: 'string' },
    choice: 'a string, 7 characters: small letters, capital letters, digits and other characters',
  },
  'models.how-listed': {
    history: [],
    dialect: { models: { form: 'a list of words in models', aliases: ['aurora'] } },
    choice: 'a list of words in models',
  },
  'usage.how-shown': {
    history: [reading('GET /usage', { seconds: 3, jobs: 1 })],
    choice: 'an object with jobs, seconds',
    another: [reading('GET /usage', [])],
    both: 'an empty list or an object with jobs, seconds',
  },
  'capacity.how-shown': {
    history: [reading('GET /capacity', 3)],
    choice: 'a number',
    another: [reading('GET /capacity', {})],
    both: 'a number or an object with no fields',
  },
  'balance.how-shown': {
    history: [reading('GET /billing/balance', [{ credits: null }])],
    choice: 'a list of an object with credits',
    another: [reading('GET /billing/balance', 'five')],
    both: 'a list of an object with credits or no JSON',
  },
  'errors.how-shaped': {
    history: [refused({ error: { code: 'not_found' } })],
    choice: 'an object with error, the code in error.code',
    another: [refused({ detail: 'gone' })],
    both: 'an object with detail, no code shown or an object with error, the code in error.code',
  },
  'answers.packed': {
    history: [answered(200)],
    choice: 'not compressed',
    another: [answered(200, { headers: { 'Content-Encoding': 'gzip' } })],
    both: 'compressed with gzip or not compressed',
  },
  'answers.charset-named': {
    history: [answered(200, { body: {} })],
    choice: 'none',
    another: [answered(200, { body: {}, headers: { 'Content-Type': 'application/json; charset=UTF-8' } })],
    both: 'none or utf-8',
  },
  'answers.connections-kept': {
    history: [answered(200), answered(200)].map((each) => ({ ...each, connection: 1 })),
    choice: 'kept open',
    another: [answered(200, { headers: { Connection: 'close' } })],
    both: 'closed after each answer or kept open',
  },
}

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CASES)).toEqual(answers.checks.filter(isObservation).map((check) => check.id))
})

describe.each(Object.entries(CASES))('%s', (id, { history, dialect = {}, choice }) => {
  const check = answers.checks.find((each) => each.id === id)!

  it('names the choice of the server', () => {
    expect(see(check, history, { dialect })).toMatchObject({ choice })
  })

  it('names none where nothing was seen of it', () => {
    expect((see(check, []) as Choice | undefined)?.values ?? []).toEqual([])
  })
})

/** What is learned once in a run, where ids stand and how aliases are listed, cannot differ within it. */
describe.each(Object.entries(CASES).filter(([, { another }]) => another))(
  '%s',
  (id, { history, another = [], both }) => {
    it('remarks that a server is not consistent with itself', () => {
      const seen = see(answers.checks.find((each) => each.id === id)!, [...history, ...another])
      expect(seen).toMatchObject({ choice: both, inconsistent: '2 different choices in one run' })
    })

    it('does not ask which answer came first', () => {
      expectSameInAnyOrder(answers.checks.find((each) => each.id === id)!, [...history, ...another])
    })
  },
)

it('what the run itself does to a connection or to a body is no choice of the server', () => {
  const check = (id: string) => answers.checks.find((each) => each.id === id)!
  const head = answered(405, {
    method: 'HEAD',
    part: 'probe',
    by: 'robustness.odd',
    wrong: ['oddity'],
    headers: { Connection: 'close' },
  })
  expect(see(check('answers.connections-kept'), [head, head])).toMatchObject({ values: [] })
  expect(see(check('errors.how-shaped'), [head])).toBeUndefined()
})
