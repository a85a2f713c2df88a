import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pact } from '@pact-foundation/pact'
import { interactions } from '../pact.ts'
import type { Interactions, ReadyMade } from './interactions.ts'

type Asking = { method?: string; path?: string; key?: string | null; body?: object }
type Made = { make(video: Interactions): ReadyMade; ask: Asking }

const poll = { path: '/videos/b7d1c2f0' }
const submit = (body: object) => ({ method: 'POST', path: '/videos', body })
const plain = submit({ model: 'another-alias', prompt: 'Another boat.', duration: 7 })

/** Each ready-made interaction, and the client's request for it. */
export const READY_MADE: Record<string, Made> = {
  'a submission': { make: (video) => video.submissionAccepted(), ask: plain },
  'a submission of an image': {
    make: (video) =>
      video.submissionAccepted({ model: 'film-1', image_url: 'https://images.example/1.png', duration: 1 }),
    ask: submit({ model: 'x', image_url: 'https://other.example/2.png', duration: 2 }),
  },
  'a refusal': { make: (video) => video.submissionRefused(), ask: submit({ model: 'x' }) },
  'a refusal of a number': {
    make: (video) => video.submissionRefused({ model: 'film-1', prompt: 'A boat.', duration: 61 }),
    ask: submit({ model: 'x', prompt: 'A boat.', duration: 61 }),
  },
  'no room': { make: (video) => video.submissionAtCapacity(20), ask: plain },
  'a queued job': { make: (video) => video.jobQueued(), ask: poll },
  'a running job': { make: (video) => video.jobRunning('enhancing'), ask: poll },
  'a job that succeeded': { make: (video) => video.jobSucceeded(), ask: poll },
  'a job that failed': { make: (video) => video.jobFailed(), ask: poll },
  'an unknown job': { make: (video) => video.jobUnknown(), ask: poll },
  "another account's job": { make: (video) => video.jobOfAnotherAccount(), ask: poll },
  models: { make: (video) => video.models(), ask: { path: '/models' } },
  usage: { make: (video) => video.usage(), ask: { path: '/usage' } },
  capacity: { make: (video) => video.capacity(), ask: { path: '/capacity' } },
  balance: { make: (video) => video.balance(), ask: { path: '/billing/balance' } },
  'no key': { make: (video) => video.withoutKey(), ask: { path: '/models', key: null } },
  'no key at a submission': {
    make: (video) => video.withoutKey('POST /videos'),
    ask: { ...submit({ model: 'x', prompt: 'y', duration: 3 }), key: null },
  },
  'no key at a poll': {
    make: (video) => video.withoutKey('GET /videos/{id}'),
    ask: { ...poll, key: null },
  },
  'an unknown key': { make: (video) => video.withUnknownKey('GET /usage'), ask: { path: '/usage' } },
  'a revoked key': { make: (video) => video.withRevokedKey('GET /capacity'), ask: { path: '/capacity' } },
}

async function asked(url: string, { method = 'GET', path = '', key = 'cl_any', body }: Asking): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** The contract file that a client's test of all interactions writes. */
export async function contractOfAll(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'gatecheck-ready-made-'))
  try {
    const pact = new Pact({ consumer: 'client', provider: 'videos', dir, logLevel: 'error' })
    for (const { make, ask } of Object.values(READY_MADE))
      await make(interactions(pact)).executeTest(async ({ url }) => void (await asked(url, ask)))
    return readFileSync(join(dir, 'client-videos.json'), 'utf8')
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
