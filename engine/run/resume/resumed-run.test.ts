import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { specDigest } from '../../../spec/digest.ts'
import { configure } from '../../config/configuration.ts'
import { SUITE } from '../../config/version.ts'
import type { Began, Ended, HistoryEntry } from '../../history/entry/entries.ts'
import { HISTORY_FORMAT } from '../../history/recorded.ts'
import { printsOf } from '../../keys/prints.ts'
import { interruptedIn, refuseAnother, refuseToResume, withNewFiles } from './resumed-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-resumed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const baseUrl = 'https://server.test/v1'
const keys = { A: 'cl_4Rt9xKq2Zw83hhPm', R: 'cl_9Lk2mVb7Qa51ggTy' }
const began: Began = {
  ...{ kind: 'began', format: HISTORY_FORMAT, suite: SUITE, spec: { sha256: specDigest() } },
  ...{ target: { baseUrl }, startedAt: '2026-01-01T00:00:00.000Z', configuration: configure({ seed: 1 }, false) },
  ...{ keys: ['A', 'R', 'U'], planned: [], prints: printsOf(keys) },
}
const ended = (how: Ended['how']): Ended => ({ kind: 'ended', at: 1, how })
const resumed: HistoryEntry = { kind: 'resumed', at: 2, startedAt: began.startedAt, abandoned: [] }

function interrupted(first: Began, ...more: (HistoryEntry | string)[]) {
  const lines = [first, ...more].map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  writeFileSync(join(folder, 'history.jsonl'), lines.map((line) => `${line}\n`).join(''))
  return interruptedIn(folder)
}

it.each<[string, HistoryEntry[]]>([
  ['killed', []],
  ['interrupted', [ended('interrupted')]],
  ['cut short', [ended('cut short')]],
  ['killed after it was resumed', [ended('interrupted'), resumed]],
])('resumes a run that was %s', (_, more) => {
  const found = interrupted(began, ...more)
  expect(() => refuseToResume('x', found)).not.toThrow()
  expect(refuseAnother('x', found, { baseUrl, keys })).toEqual([])
})

it.each<[string, Began, (HistoryEntry | string)[], RegExp]>([
  ['is complete', began, [ended('whole')], /--resume x: that run is complete/],
  ['reached nothing', began, [ended('no target')], /is complete/],
  ['is complete after it was resumed', began, [ended('interrupted'), resumed, ended('whole')], /is complete/],
  ['reached its deadline', began, [ended('deadline')], /the deadline of that run has passed .*gatecheck drain x/],
  [
    'was recorded by another version',
    { ...began, suite: { ...SUITE, version: '0.0.1' } },
    [],
    /used gatecheck 0\.0\.1/,
  ],
  ['used another specification', { ...began, spec: { sha256: 'x' } }, [], /resume it with the same version/],
  ['tested the embedded service', { ...began, target: { baseUrl, embedded: true } }, [], /no longer runs/],
  ['has an older format', { ...began, format: 2 }, [], /older version .* start a new run.*gatecheck drain x/],
  ['has a damaged history', began, ['damaged', ended('interrupted')], /damaged in line 2.*start a new run/],
  ['is recorded traffic', { ...began, observed: { leftOut: [] } }, [], /recorded traffic/],
])('does not resume a run that %s', (_, first, more, why) => {
  expect(() => refuseToResume('x', interrupted(first, ...more))).toThrow(why)
})

it.each<[string, Parameters<typeof refuseAnother>[2], RegExp]>([
  ['on another server', { baseUrl: 'https://other.test/v1', keys }, /tested .*server\.test.*, and .*other\.test/],
  ['with a missing key', { baseUrl, keys: { A: keys.A } }, /also used GATECHECK_REVOKED_KEY: set the same value/],
  [
    'with an additional key',
    { baseUrl, keys: { ...keys, B: 'cl_9Lk2mVb7Qa51ggTz' } },
    /did not use GATECHECK_OTHER_ACCOUNT_KEY/,
  ],
  ['with another key', { baseUrl, keys: { ...keys, A: 'cl_9Lk2mVb7Qa51ggTz' } }, /GATECHECK_KEY is not the key/],
])('does not resume %s', (_, given, why) => {
  expect(() => refuseAnother('x', interrupted(began), given)).toThrow(why)
})

it('warns if the history does not record the keys', () => {
  const { prints: _, ...unknown } = began
  expect(refuseAnother('x', interrupted(unknown), { baseUrl, keys })[0]).toMatch(
    /make sure that the keys are those of the interrupted run/,
  )
})

it('names a folder without a run', () => {
  expect(() => interruptedIn(join(folder, 'nowhere'))).toThrow(/nowhere contains no recorded run/)
})

it('requires the new path of a certificate that does not exist here', () => {
  const recorded = { ...began, configuration: { ...began.configuration, ca: join(folder, 'nowhere.pem') } }
  expect(() => withNewFiles('x', recorded, {})).toThrow(/used --ca .*which does not exist here: give its new path/)
  expect(withNewFiles('x', recorded, { ca: 'here.pem' }).configuration.ca).toBe('here.pem')
})
