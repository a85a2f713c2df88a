import { describe, expect, it } from 'vitest'
import { targetOf } from '../../config/target.ts'
import type { HistoryEntry, Learned } from '../../history/entry/entries.ts'
import type { Exchange, Header } from '../../history/entry/exchange.ts'
import { Keyring, type KnownKey } from '../../keys/keyring.ts'
import { Attribution, MOST_PATH_CHARACTERS, meaningOf, type Unattributed } from './attribution.ts'

const TARGET = targetOf('https://api.test/v1')
const VALID = { model: 'aurora', prompt: 'a boat' }

type Given = { key?: string; body?: unknown; headers?: Header[]; keyLeftOut?: true }

let clock = 0

function asked(method: string, path: string, status: number, answer: unknown = '', given: Given = {}): Unattributed {
  const { key = 'K1', body, headers = [], keyLeftOut } = given
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

const get = (path: string, status = 200, answer: unknown = '', given: Given = {}) =>
  asked('GET', path, status, answer, given)
const post = (answer: unknown, given: Given = {}, status = 202) =>
  asked('POST', '/videos', status, answer, { body: VALID, ...given })

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
  it('that reads an endpoint is a control request; the first success shows the shape', () => {
    const [failed, first, second] = purposes(get('/usage', 500), get('/usage'), get('/usage'))
    expect(failed).toMatchObject({ by: 'observed', part: 'twin', case: 'GET /usage' })
    expect(first).toMatchObject({ by: 'first sight', part: 'twin', case: 'GET /usage' })
    expect(second).toMatchObject({ by: 'observed', part: 'twin' })
  })

  it.each<[string, Unattributed]>([
    ['with another method', asked('DELETE', '/videos/a', 404)],
    ['to an unknown path', get('/pets', 404)],
    ['to a path below a job', get('/videos/a/content', 200, {})],
    ['with a trailing slash', get('/models/', 200, {})],
    ['with a very long path', get('/videos/'.padEnd(MOST_PATH_CHARACTERS - '/v1'.length + 1, 'x'), 414)],
  ])('%s is an observation', (_, each) => {
    expect(partsOf(each)).toEqual(['observation'])
  })

  it('that repeats an idempotency key is an observation', () => {
    const named = (name: string) => post({ id: 'a' }, { headers: [['Idempotency-Key', name]] })
    expect(partsOf(named('1'), named('2'), named('1'))).toEqual(['submission', 'submission', 'observation'])
  })

  it('may have cookies with a key, but not without one', () => {
    const headers: Header[] = [['Cookie', 'AWSALB=x; session=5']]
    expect(partsOf(get('/usage', 200, {}, { headers }))).toEqual(['twin'])
    expect(partsOf(get('/usage', 200, {}, { headers, key: '' }))).toEqual(['observation'])
  })

  it('without a complete key is a probe, unless the recorder omitted the key', () => {
    expect(partsOf(get('/models', 401, '', { key: '' }))).toEqual(['probe'])
    expect(partsOf(get('/models', 401, '', { key: 'K1 without character 4' }))).toEqual(['probe'])
    expect(purposes(get('/models', 200, '', { key: '', keyLeftOut: true }))).toMatchObject([
      { part: 'twin', keyLeftOut: true },
    ])
  })

  it('to submit is judged by its body, with the last accepted submission as control', () => {
    const bad = { body: { ...VALID, duration: 61 } }
    const [before, taken, after] = purposes(post('', bad, 400), post({ id: 'a' }), post('', bad, 400))
    expect(before).toMatchObject({ part: 'probe', opinion: 'refuse' })
    expect(before?.breaks).toBeUndefined()
    expect(taken).toMatchObject({ part: 'submission', opinion: 'accept' })
    expect(after).toMatchObject({ part: 'probe', breaks: 'submission.duration-in-range', twin: 2 })
  })
})

describe('an observed poll', () => {
  const record = (id: string, status = 'queued') => ({ id, status })

  it('belongs to the submission whose response contains its id', () => {
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

  it('with another key belongs to another job, unless both keys are of one account', () => {
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
  it('are learned from an accepted submission of the same key', () => {
    const list = { models: [{ alias: 'aurora' }, { alias: 'borealis' }] }
    const { learned } = attributed([get('/models', 200, list), post({ id: 'a' }, { key: 'K2' }), post({ id: 'b' })])
    expect(learned).toMatchObject([
      { dialect: { alias: 'aurora', learnedBy: 'K1', models: { aliases: ['aurora', 'borealis'] } }, evidence: [3] },
    ])
  })
})

const meant = (body: unknown, isAccepted = false) =>
  meaningOf(
    { method: 'POST', path: '/v1/videos', headers: [], body: typeof body === 'string' ? body : JSON.stringify(body) },
    isAccepted,
  )

describe('the body of an observed submission', () => {
  it('is a submission if the specification accepts it, whatever its alias', () => {
    expect(meant(VALID)).toEqual({ part: 'submission', opinion: 'accept' })
    expect(meant({ ...VALID, model: 'never heard of', resolution: '4k', duration: 60 }).part).toBe('submission')
  })

  it.each<[object | string, string | undefined]>([
    [{ ...VALID, duration: 61 }, 'submission.duration-in-range'],
    [{ prompt: 'a boat' }, 'submission.model-required'],
    [{ ...VALID, fps: '24' }, 'submission.types-checked'],
    ['no JSON', 'submission.body-is-an-object'],
    [{ ...VALID, duration: 61, fps: 0 }, undefined],
  ])('is a probe if the specification rejects it: %j', (body, breaks) => {
    expect(meant(body)).toEqual({ part: 'probe', opinion: 'refuse', ...(breaks !== undefined && { breaks }) })
  })

  it.each<[object | string, string | undefined]>([
    [{ ...VALID, seed: 7 }, 'body.extra-fields'],
    [{ ...VALID, image_url: 'https://images.test/1.png' }, 'prompt.with-image'],
    [{ model: 'aurora', image_url: 'http://images.test/1.png' }, undefined],
    [`${JSON.stringify({ ...VALID, prompt: 'x'.repeat(30_000) })}`, undefined],
  ])('is an observation if the specification leaves it open, or lets the job fail', (body, open) => {
    const { part, opinion, open: point } = meant(body)
    expect({ part, opinion }).toEqual({ part: 'observation', opinion: 'open' })
    if (open !== undefined) expect(point).toBe(open)
  })

  it('with an image is a submission once it was accepted', () => {
    const image = { model: 'aurora', image_url: 'https://images.test/1.png' }
    expect(meant(image).part).toBe('observation')
    expect(meant(image, true).part).toBe('submission')
  })
})
