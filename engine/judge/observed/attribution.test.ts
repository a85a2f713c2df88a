import { describe, expect, it } from 'vitest'
import { targetOf } from '../../config/target.ts'
import type { HistoryEntry, Learned } from '../../history/entry/entries.ts'
import type { Exchange, Header } from '../../history/entry/exchange.ts'
import { Keyring, type KnownKey } from '../../keys/keyring.ts'
import { Attribution, MOST_PATH_CHARACTERS, type Unattributed } from './attribution.ts'

const TARGET = targetOf('https://api.test/v1')
const LAWFUL = { model: 'aurora', prompt: 'a boat' }

type Told = { key?: string; body?: unknown; headers?: Header[]; keyLeftOut?: true }

let clock = 0

function asked(method: string, path: string, status: number, answer: unknown = '', told: Told = {}): Unattributed {
  const { key = 'K1', body, headers = [], keyLeftOut } = told
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  clock += 10
  return {
    at: clock,
    ms: 1,
    sent: clock,
    received: clock + 1,
    request: {
      method,
      path: `/v1${path}`,
      headers: [...(key === '' ? [] : [['authorization', `Bearer {{${key}}}`] as const]), ...headers],
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
    answer: { status, headers: [], body: text, bytes: text.length },
    ...(keyLeftOut && { keyLeftOut }),
  }
}

const get = (path: string, status = 200, answer: unknown = '', told: Told = {}) =>
  asked('GET', path, status, answer, told)
const post = (answer: unknown, told: Told = {}, status = 202) =>
  asked('POST', '/videos', status, answer, { body: LAWFUL, ...told })

function attributed(
  all: readonly Unattributed[],
  known: KnownKey[] = [],
): { exchanges: Exchange[]; learned: Learned[] } {
  const attribution = new Attribution(TARGET, new Keyring(['K1', 'K2', 'K3'], known))
  const entries: HistoryEntry[] = all.flatMap((each) => attribution.take(each))
  return {
    exchanges: entries.filter((entry) => entry.kind === 'exchange'),
    learned: entries.filter((entry) => entry.kind === 'learned'),
  }
}

const purposes = (...all: Unattributed[]) => attributed(all).exchanges.map(({ purpose }) => purpose)
const partsOf = (...all: Unattributed[]) => purposes(...all).map(({ part }) => part)

describe('an observed request', () => {
  it('to a reading is a good one, of which the first that is answered shows the shape', () => {
    const [failed, first, second] = purposes(get('/usage', 500), get('/usage'), get('/usage'))
    expect(failed).toMatchObject({ by: 'observed', part: 'twin', case: 'GET /usage' })
    expect(first).toMatchObject({ by: 'first sight', part: 'twin', case: 'GET /usage' })
    expect(second).toMatchObject({ by: 'observed', part: 'twin' })
  })

  it.each<[string, Unattributed]>([
    ['of another method', asked('DELETE', '/videos/a', 404)],
    ['to a path that is none', get('/pets', 404)],
    ['to something below a job', get('/videos/a/content', 200, {})],
    ['with a slash at its end', get('/models/', 200, {})],
    ['of a length that is unusual', get('/videos/'.padEnd(MOST_PATH_CHARACTERS - '/v1'.length + 1, 'x'), 414)],
  ])('%s is only observed', (_, each) => {
    expect(partsOf(each)).toEqual(['observation'])
  })

  it('that may be one submission twice is only observed', () => {
    const named = (name: string) => post({ id: 'a' }, { headers: [['Idempotency-Key', name]] })
    expect(partsOf(named('1'), named('2'), named('1'))).toEqual(['submission', 'submission', 'observation'])
  })

  it('with cookies beside its key is like any other, and without a key is not', () => {
    const headers: Header[] = [['Cookie', 'AWSALB=x; session=5']]
    expect(partsOf(get('/usage', 200, {}, { headers }))).toEqual(['twin'])
    expect(partsOf(get('/usage', 200, {}, { headers, key: '' }))).toEqual(['observation'])
  })

  it('without a whole key may be refused, unless whoever recorded it left the key out', () => {
    expect(partsOf(get('/models', 401, '', { key: '' }))).toEqual(['probe'])
    expect(partsOf(get('/models', 401, '', { key: 'K1 without character 4' }))).toEqual(['probe'])
    expect(purposes(get('/models', 200, '', { key: '', keyLeftOut: true }))).toMatchObject([
      { part: 'twin', keyLeftOut: true },
    ])
  })

  it('to submit is what the law says of its body, beside the last one that was taken on', () => {
    const bad = { body: { ...LAWFUL, duration: 61 } }
    const [before, taken, after] = purposes(post('', bad, 400), post({ id: 'a' }), post('', bad, 400))
    expect(before).toMatchObject({ part: 'probe', opinion: 'refuse' })
    expect(before?.breaks).toBeUndefined()
    expect(taken).toMatchObject({ part: 'submission', opinion: 'accept' })
    expect(after).toMatchObject({ part: 'probe', breaks: 'submission.duration-in-range', twin: 2 })
  })
})

describe('an observed poll', () => {
  const record = (id: string, status = 'queued') => ({ id, status })

  it('belongs to the submission whose answer holds its id, once it is known to be one', () => {
    const { exchanges, learned } = attributed([
      post({ data: { id: 'job-7' } }),
      get('/videos/job-7', 200, record('job-7')),
      get('/videos/job-7', 200, record('job-7', 'succeeded')),
    ])
    expect(exchanges.map(({ purpose }) => purpose)).toMatchObject([
      { part: 'submission' },
      { part: 'introduction', job: 1, polled: 'job-7' },
      { part: 'poll', job: 1, polled: 'job-7' },
    ])
    expect(learned).toMatchObject([{ dialect: { idWay: ['data', 'id'], idType: 'string' }, evidence: [2] }])
  })

  it('by another key is of another job, unless both are known to be of one account', () => {
    const all = [
      post({ id: '1' }),
      get('/videos/1', 200, record('1')),
      get('/videos/1', 200, record('1'), { key: 'K2' }),
      get('/videos/1', 404, '', { key: 'K3' }),
    ]
    expect(attributed(all).exchanges.map(({ purpose }) => purpose.job)).toEqual([undefined, 1, 3, undefined])
    const ofOne = ['K1', 'K2'].map((name) => ({ name, account: 'studio' }))
    expect(attributed(all, ofOne).exchanges[2]?.purpose).toMatchObject({ job: 1, owner: 'K1' })
  })
})

describe('aliases', () => {
  it('are learned by an accepted submission of the same key', () => {
    const list = { models: [{ alias: 'aurora' }, { alias: 'borealis' }] }
    const { learned } = attributed([get('/models', 200, list), post({ id: 'a' }, { key: 'K2' }), post({ id: 'b' })])
    expect(learned).toMatchObject([
      { dialect: { alias: 'aurora', learnedBy: 'K1', models: { aliases: ['aurora', 'borealis'] } }, evidence: [3] },
    ])
  })
})
