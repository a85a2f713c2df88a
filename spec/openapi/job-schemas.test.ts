import { describe, expect, it } from 'vitest'
import { schemaNamed } from './citing.ts'
import { JOB } from './job-schemas.ts'
import { fits } from './validator.ts'

const SCHEMA = schemaNamed(JOB)
const isLawfulJob = (record: unknown) => fits(SCHEMA, record)
const error = { code: 'x', message: '' }

describe('the schema of a job', () => {
  it.each([
    [{ status: 'queued', stage: null, url: null, error: null }],
    [{ status: 'running', stage: 'enhancing', url: 5, error: [], progress: 0.5 }],
    [{ status: 'succeeded', url: 'HTTP://10.0.0.1:80', stage: 'done', error: null }],
    [{ status: 'succeeded', url: 'https://cdn.example.org/vidéo|1.mp4' }],
    [{ status: 'failed', error }],
    [{ status: 'failed', error: { ...error, details: [] }, url: null, stage: 7 }],
    [{ id: 17, status: 'queued' }],
  ])('lets through %j', (fields) => {
    expect(isLawfulJob({ id: 'job-1', ...fields })).toEqual({ ok: true })
  })

  it.each([
    [{}],
    [{ status: 'done' }],
    [{ id: undefined, status: 'queued' }],
    [{ status: 'queued', stage: 'waiting' }],
    [{ status: 'running' }],
    [{ status: 'succeeded' }],
    [{ status: 'succeeded', url: '/a.mp4' }],
    [{ status: 'succeeded', url: 'https://' }],
    [{ status: 'succeeded', url: 's3://bucket/a.mp4' }],
    [{ status: 'failed' }],
    [{ status: 'failed', error: { code: 'x' } }],
    [{ status: 'failed', error: { code: 5, message: 'x' } }],
  ])('stops %j', (fields) => {
    expect(isLawfulJob({ id: 'job-1', ...fields })).toMatchObject({ ok: false })
  })
})
