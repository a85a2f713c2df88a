import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { EXIT } from '../../../engine/config/exit-codes.ts'
import { RIGHT_PROGRAMS } from '../../../fixtures/clients/programs.ts'
import { inRounds } from '../../../fixtures/in-rounds.ts'
import type { Command } from '../process/run-command.ts'
import { certificationReport } from '../report.ts'
import { scenarioCalled } from '../trials-for-tests.ts'
import { type Trials, type TrialsAsked, tryAll } from './trials.ts'

const FETCH = RIGHT_PROGRAMS.find(({ name }) => name === 'fetch')!
const RIGHT: Command = [...FETCH.start(FETCH.source), '{folder}/video.mp4']

/** With fast scenarios, by name. */
const tried = (command: Command, names: readonly string[], more: Partial<TrialsAsked> = {}): Promise<Trials> =>
  tryAll({
    ...{ command, scenarios: names.map(scenarioCalled), jobs: 3, seed: 1, timeoutMs: 300_000 },
    environment: { PATH: process.env.PATH, GATECHECK_REVOKED_KEY: 'cl_of_the_caller' },
    ...more,
  })

const brokenIn = ({ tried }: Trials) =>
  tried.flatMap(({ trial }) =>
    trial!.judgement.clauses.filter(({ verdict }) => verdict.verdict === 'fail').map(({ id }) => id),
  )

it('fails no clause of a correct client, which reaches each scenario', async () => {
  const trials = await tried(RIGHT, ['another-origin', 'submission-lost', 'key-refused', 'submission-refused'])
  expect(brokenIn(trials)).toEqual([])
  expect(trials.tried.map(({ trial }) => trial!.isReached)).toEqual([true, true, true, true])
  expect(trials.tried.map(({ trial }) => trial!.ended.end)).toEqual([
    { exit: 0 },
    { exit: 1 },
    { exit: 1 },
    { exit: 1 },
  ])
  const [first, lost] = trials.tried
  expect(first!.trial!.moments.at(-1)).toMatchObject({ kind: 'fetch', elsewhere: true, status: 200 })
  expect(lost!.trial!.jobs).toBe(1)
  expect(JSON.stringify(trials)).not.toMatch(/cl_[A-Za-z0-9]{12}/)
})

it('names an obstacle once, and tries no further scenario', async () => {
  const trials = await tried(['sh', '-c', 'echo "$GATECHECK_KEY $GATECHECK_REVOKED_KEY"'], ['plain', 'wait-1', 'gzip'])
  expect(trials.obstacle?.kind).toBe('nothing sent')
  expect(trials.tried.map(({ trial }) => trial !== undefined)).toEqual([true, false, false])
  expect(trials.tried[0]!.trial!.output).toBe('{{A}} \n')
})

/** Polls every 250 ms, with its key in the query. */
const WRONG = fileURLToPath(new URL('./rushing-client-for-tests.mjs', import.meta.url))

it('repeats a timing failure alone, once for each clause', async () => {
  const tryAgain = async () => {
    const again: string[] = []
    const trials = await tried([process.execPath, WRONG], ['plain', 'id-number', 'nulls'], {
      telling: { began: ({ name }, alone) => void (alone && again.push(name)) },
    })
    const confirmed = trials.tried.filter(({ alone }) => alone?.confirmed.length === 1)
    expect(confirmed.map(({ scenario }) => scenario.name)).toEqual(confirmed.length === 0 ? [] : again.slice(-1))
    return [...new Set(brokenIn(trials))].sort()
  }
  // If every scenario was delayed, nothing is confirmed.
  const unconfirmed = ['client.keeps-its-key-in-the-header']
  expect(await inRounds(unconfirmed, tryAgain)).toEqual([...unconfirmed, 'client.polls-no-faster-than-3-s'])
})

it('exits 70 after an internal error in one scenario, and runs the others', async () => {
  const crashing = { ...scenarioCalled('nulls'), plays: () => [{ play: 'nothing-of-the-kind' }] }
  const asked = { command: [process.execPath, WRONG] as Command, jobs: 1, seed: 1, timeoutMs: 300_000 }
  const scenarios = [scenarioCalled('plain'), crashing, scenarioCalled('id-number')]
  const trials = await tryAll({ ...asked, scenarios, environment: { PATH: process.env.PATH } })
  const about = { command: ['node'], seed: 1, startedAt: '2026-01-01T00:00:00.000Z', seconds: 9, strict: false }
  const report = certificationReport({ ...trials, ...about })
  expect(report).toMatchObject({ verdict: 'fail', exit: EXIT.suiteFault })
  expect(report.faults).toEqual([expect.stringMatching(/^nulls: PlayError|^nulls: RangeError/)])
  expect(report.scenarios.map(({ verdict }) => verdict)).toEqual(['fail', 'not judged', 'fail'])
  expect(report.scenarios[1]!.reason).toMatch(/^gatecheck itself failed: /)
})

it('ends running clients when it is interrupted', async () => {
  const stop = new AbortController()
  const trials = await tried(['sh', '-c', 'sleep 20'], ['plain', 'nulls'], {
    signal: stop.signal,
    telling: { began: () => void setTimeout(() => stop.abort(), 100) },
  })
  expect(trials.isInterrupted).toBe(true)
  expect(trials.tried.map(({ trial }) => trial)).toEqual([undefined, undefined])
})
