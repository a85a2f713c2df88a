import { describe, expect, it } from 'vitest'
import { STAGES } from '../words.ts'
import { schemaNamed } from './citing.ts'
import { JOB } from './job-schemas.ts'
import { fits } from './validator.ts'

const SCHEMA = schemaNamed(JOB)
const isLawfulJob = (record: unknown) => fits(SCHEMA, record)
const error = { code: 'x', message: '' }
const url = 'https://cdn.example.org/a.mp4?sig=%2F'

describe('the schema of a job', () => {
  it.each(STAGES)('lets through an unfinished job that is %s', (stage) => {
    for (const status of ['queued', 'running']) {
      expect(isLawfulJob({ id: 'job-1', status, stage })).toEqual({ ok: true })
    }
  })

  it.each([
    [{ status: 'queued' }],
    [{ status: 'queued', stage: null, url: null, error: null }],
    [{ status: 'running', stage: 'enhancing', url: 5, error: [], progress: 0.5 }],
    [{ status: 'succeeded', url }],
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
    [{ status: 'Queued' }],
    [{ status: null }],
    [{ id: undefined, status: 'queued' }],
    [{ id: null, status: 'queued' }],
    [{ id: {}, status: 'queued' }],
    [{ status: 'queued', stage: 'waiting' }],
    [{ status: 'queued', stage: '' }],
    [{ status: 'running' }],
    [{ status: 'running', stage: null }],
    [{ status: 'running', stage: 'Generating' }],
    [{ status: 'succeeded' }],
    [{ status: 'succeeded', url: null }],
    [{ status: 'succeeded', url: '' }],
    [{ status: 'succeeded', url: '/a.mp4' }],
    [{ status: 'succeeded', url: 'https://' }],
    [{ status: 'succeeded', url: 'https:///a.mp4' }],
    [{ status: 'succeeded', url: 's3://bucket/a.mp4' }],
    [{ status: 'succeeded', url: [url] }],
    [{ status: 'failed' }],
    [{ status: 'failed', error: null }],
    [{ status: 'failed', error: 'x' }],
    [{ status: 'failed', error: { code: 'x' } }],
    [{ status: 'failed', error: { code: 5, message: 'x' } }],
    [{ status: 'failed', error: { code: 'x', message: null } }],
  ])('stops %j', (fields) => {
    expect(isLawfulJob({ id: 'job-1', ...fields })).toMatchObject({ ok: false })
  })

  it('says where the record is wrong', () => {
    const finding = isLawfulJob({ id: 'job-1', status: 'failed', error: { code: 5, message: 'x' } })
    expect(finding.ok || finding.errors).toContain('/error/code must be string')
  })
})
