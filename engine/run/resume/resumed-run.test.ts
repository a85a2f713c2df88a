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
import { brokenOffIn, refuseAnother, refuseToGoOn, withFilesAnew } from './resumed-run.ts'

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

function brokenOff(first: Began, ...more: HistoryEntry[]) {
  writeFileSync(join(folder, 'history.jsonl'), [first, ...more].map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return brokenOffIn(folder)
}

it.each<[string, HistoryEntry[]]>([
  ['killed', []],
  ['interrupted', [ended('interrupted')]],
  ['cut short', [ended('cut short')]],
  ['killed when it had gone on', [ended('interrupted'), resumed]],
])('goes on with a run that was %s', (_, more) => {
  const found = brokenOff(began, ...more)
  expect(() => refuseToGoOn('x', found)).not.toThrow()
  expect(refuseAnother('x', found, { baseUrl, keys })).toEqual([])
})

it.each<[string, Began, HistoryEntry[], RegExp]>([
  ['came to its end', began, [ended('whole')], /--resume x: that run is complete/],
  ['reached nothing', began, [ended('no target')], /is complete/],
  ['came to it when it had gone on', began, [ended('interrupted'), resumed, ended('whole')], /is complete/],
  ['has no time left', began, [ended('deadline')], /the deadline of that run has passed .*gatecheck drain x/],
  ['was begun by another version', { ...began, suite: { ...SUITE, version: '0.0.1' } }, [], /used gatecheck 0\.0\.1/],
  ['was begun under another law', { ...began, spec: { sha256: 'x' } }, [], /resume it with the same version/],
  ['tested the embedded service', { ...began, target: { baseUrl, embedded: true } }, [], /no longer runs/],
  ['is recorded traffic', { ...began, observed: { leftOut: [] } }, [], /recorded traffic/],
])('does not go on with one that %s', (_, first, more, why) => {
  expect(() => refuseToGoOn('x', brokenOff(first, ...more))).toThrow(why)
})

it.each<[string, Parameters<typeof refuseAnother>[2], RegExp]>([
  ['at another server', { baseUrl: 'https://other.test/v1', keys }, /tested .*server\.test.*, and .*other\.test/],
  ['with a key less', { baseUrl, keys: { A: keys.A } }, /also used GATECHECK_REVOKED_KEY: set the same value/],
  [
    'with a key more',
    { baseUrl, keys: { ...keys, B: 'cl_9Lk2mVb7Qa51ggTz' } },
    /did not use GATECHECK_OTHER_ACCOUNT_KEY/,
  ],
  ['with another key', { baseUrl, keys: { ...keys, A: 'cl_9Lk2mVb7Qa51ggTz' } }, /GATECHECK_KEY is not the key/],
])('does not go on %s', (_, given, why) => {
  expect(() => refuseAnother('x', brokenOff(began), given)).toThrow(why)
})

it('says so where nobody can tell whether the keys are the same', () => {
  const { prints: _, ...unknown } = began
  expect(refuseAnother('x', brokenOff(unknown), { baseUrl, keys })[0]).toMatch(
    /make sure that the keys are those of the interrupted run/,
  )
})

it('names the folder that holds no run', () => {
  expect(() => brokenOffIn(join(folder, 'nowhere'))).toThrow(/nowhere contains no recorded run/)
})

it('asks for the new path of a certificate that does not exist here', () => {
  const recorded = { ...began, configuration: { ...began.configuration, ca: join(folder, 'nowhere.pem') } }
  expect(() => withFilesAnew('x', recorded, {})).toThrow(/used --ca .*which does not exist here: give its new path/)
  expect(withFilesAnew('x', recorded, { ca: 'here.pem' }).configuration.ca).toBe('here.pem')
})
