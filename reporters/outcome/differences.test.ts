import { describe, expect, it } from 'vitest'
import { differences } from './differences.ts'
import type { Report } from './report.ts'

const report = (over: object = {}): Report =>
  ({
    schema: 1,
    verdict: 'pass',
    exit: 0,
    seconds: 3,
    clauses: [{ id: 'auth.header-required', verdict: 'pass', evidence: [1] }],
    checks: [{ id: 'auth.header-required', verdict: 'pass', remark: undefined }],
    open: [{ id: 'id.form', choice: 'a UUID' }],
    jobs: [{ id: 'job-1', states: [[1, 'queued', null]] }],
    faults: [],
    ...over,
  }) as unknown as Report

const recorded = (over: object = {}): Report => JSON.parse(JSON.stringify(report(over)))

describe('differences', () => {
  it('are empty between a report and itself', () => {
    expect(differences(recorded(), report())).toEqual([])
  })

  it('list a changed verdict of the run', () => {
    expect(differences(recorded({ verdict: 'fail', exit: 1 }), report())).toEqual([
      { what: 'verdict', recorded: '"fail"', judged: '"pass"' },
      { what: 'exit', recorded: '1', judged: '0' },
    ])
  })

  it('list a clause, a choice and a job', () => {
    const clauses = [{ id: 'auth.header-required', verdict: 'fail', received: '200', evidence: [1] }]
    const open = [{ id: 'id.form', choice: '12 characters' }]
    const jobs = [{ id: 'job-1', states: [[1, 'running', null]] }]
    expect(differences(recorded(), report({ clauses, open, jobs }))).toEqual([
      { what: 'clauses: auth.header-required', recorded: 'pass', judged: 'fail: 200' },
      { what: 'open: id.form', recorded: 'a UUID', judged: '12 characters' },
      { what: 'jobs: job-1', recorded: expect.stringContaining('queued'), judged: expect.stringContaining('running') },
    ])
  })

  it('list fields that only report.json has', () => {
    expect(differences(recorded({ reason: 'no job came to its end', added: 1 }), report())).toEqual([
      { what: 'reason', recorded: '"no job came to its end"', judged: 'missing' },
      { what: 'added', recorded: '1', judged: 'missing' },
    ])
  })
})
