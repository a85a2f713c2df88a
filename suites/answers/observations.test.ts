import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { type Choice, type Facts, isObservation } from '../../engine/judge/check.ts'
import { answered, see } from '../../engine/judge/handwritten-for-tests.ts'
import { type EndpointName, endpoint } from '../../spec/endpoints.ts'
import { answers } from './index.ts'

const accepted = (body: unknown) => answered(202, { part: 'submission', posted: '{}', body })
const reading = (name: EndpointName, body: unknown) =>
  answered(200, { by: 'introduction', path: `/v1${endpoint(name).path}`, body })
const refused = (body: unknown) => answered(404, { part: 'probe', body })

type Case = { history: Exchange[]; dialect?: Facts['dialect']; choice: string }

const CASES: Record<string, Case> = {
  'id.place': {
    history: [accepted({ data: { id: 'x' } })],
    dialect: { idWay: ['data', 'id'] },
    choice: 'in data.id',
  },
  'id.form': {
    history: [accepted({ id: 'vid_8fX' })],
    dialect: { idWay: ['id'], idType: 'string' },
    choice: 'a string, 7 characters: small letters, capital letters, digits and other characters',
  },
  'models.shape': {
    history: [],
    dialect: { models: { form: 'a list of words in models', aliases: ['aurora'] } },
    choice: 'a list of words in models',
  },
  'usage.shape': {
    history: [reading('GET /usage', { seconds: 3, jobs: 1 })],
    choice: 'an object with jobs, seconds',
  },
  'capacity.shape': { history: [reading('GET /capacity', 3)], choice: 'a number' },
  'balance.shape': {
    history: [reading('GET /billing/balance', [{ credits: null }])],
    choice: 'an array; items: an object with credits',
  },
  'error.shape': {
    history: [refused({ error: { code: 'not_found' } })],
    choice: 'an object with error, the code in error.code',
  },
  'http.compression': { history: [answered(200)], choice: 'not compressed' },
  'http.charset': { history: [answered(200, { body: {} })], choice: 'none' },
  'http.connection-reuse': {
    history: [answered(200), answered(200)].map((each) => ({ ...each, connection: 1 })),
    choice: 'kept open',
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
