import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../../fixtures/embedded.ts'
import { run } from '../../../runner/run/run.ts'
import { SUITES } from '../../../suites/index.ts'
import { observedIn } from '../../baseline/baseline.ts'
import { baselineText, readBaseline } from '../../baseline/file.ts'
import type { Habits } from '../../habits/habit.ts'
import { type Changeable, changed, compared } from '../documents-for-tests.ts'
import type { DocumentFinding } from '../finding.ts'

const QUICK = { pollIntervalMs: 3, settleMs: 20, lagMs: 50, deadlineMs: 900_000, seed: 1 }

describe('the service itself', () => {
  let ofRun: Habits
  let ofBaseline: Habits
  beforeAll(async () => {
    const { provision, close } = await startEmbedded()
    try {
      const wishes = { profile: 'smoke', ...QUICK } as const
      const { report, entries } = await run({ provision, wishes, suites: SUITES, local: true })
      const seen = observedIn({ report, entries })
      ofRun = seen.habits
      ofBaseline = readBaseline(baselineText({ ...seen, accepted: [] })).habits
    } finally {
      await close()
    }
    expect(ofRun.size).toBeGreaterThan(100)
  })

  it('keeps the document of the law, whether a run or a baseline tells of it', () => {
    const text = readFileSync(new URL('../../../spec/openapi.json', import.meta.url), 'utf8')
    expect(compared(text, ofRun).findings).toEqual([])
    expect(compared(text, ofBaseline).findings).toEqual([])
  })

  it.each<[string, (document: Changeable) => void, Partial<DocumentFinding>]>([
    [
      'a field',
      ({ components }) => delete components.schemas.QueuedJob.properties.id,
      { kind: 'done, not said', about: 'field', pointer: '/id', states: ['queued'] },
    ],
    [
      'a type',
      ({ components }) => {
        components.schemas.Usage = { properties: { jobs: { type: 'string' }, video_seconds: {} } }
      },
      { kind: 'contradicts', about: 'type', endpoint: 'GET /usage', pointer: '/jobs' },
    ],
    [
      'a required field',
      ({ components }) => {
        components.schemas.Models = { required: ['data'] }
      },
      { kind: 'promised, not kept', about: 'required', endpoint: 'GET /models', pointer: '/data' },
    ],
    [
      'a status',
      ({ paths }) => delete paths['/videos'].post.responses['4XX'],
      { kind: 'done, not said', about: 'status', endpoint: 'POST /videos', status: '400' },
    ],
    [
      'a word',
      ({ components }) => {
        components.schemas.Balance = { properties: { plan: { enum: ['free'] }, credits: {} } }
      },
      { kind: 'contradicts', about: 'words', pointer: '/plan', received: 'professional' },
    ],
    [
      'a format',
      ({ components }) => {
        components.schemas.AcceptedSubmission = { properties: { id: { type: 'string', format: 'date' }, status: {} } }
      },
      { kind: 'contradicts', about: 'format', endpoint: 'POST /videos', pointer: '/id' },
    ],
    [
      'a header',
      ({ paths }) => {
        paths['/models'].get.responses['200'].headers = { 'X-Page': { required: true } }
      },
      { kind: 'promised, not kept', about: 'header', header: 'x-page' },
    ],
    [
      'a media type',
      ({ paths }) => {
        paths['/models'].get.responses['200'].content = { 'application/problem+json': {} }
      },
      { kind: 'contradicts', about: 'media type', received: 'application/json' },
    ],
  ])('does not keep a document with another %s', (_, change, expected) => {
    const findings = compared(changed(change), ofBaseline).findings.filter(({ side }) => side === 'observed')
    expect(findings).toMatchObject([expected])
  })
})
