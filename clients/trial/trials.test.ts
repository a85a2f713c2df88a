import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { RIGHT_CLIENTS } from '../../fixtures/clients/index.ts'
import { inRounds } from '../../fixtures/in-rounds.ts'
import { EXIT } from '../../runner/report/exit-codes.ts'
import { statOf } from '../process/proc.ts'
import type { Command } from '../process/run-command.ts'
import { certificationReport } from '../report.ts'
import { scenarioCalled } from '../trials-for-tests.ts'
import { type Trials, type TrialsAsked, tryAll } from './trials.ts'

const NODE = RIGHT_CLIENTS.find(({ name }) => name === 'Node')!
const [, ...START] = NODE.start('')
/** This Node, for PATH may have another one. */
const RIGHT: Command = [process.execPath, ...START, '{folder}/video.mp4']

/** In the names of scenarios that take no client long. */
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

it('finds nothing against a client that is right, and sees it come to each place', async () => {
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

it('tells once what stands in the way of all, and tries no more', async () => {
  const trials = await tried(['sh', '-c', 'echo "$GATECHECK_KEY $GATECHECK_REVOKED_KEY"'], ['plain', 'wait-1', 'gzip'])
  expect(trials.obstacle?.kind).toBe('nothing sent')
  expect(trials.tried.map(({ trial }) => trial !== undefined)).toEqual([true, false, false])
  expect(trials.tried[0]!.trial!.output).toBe('{{A}} \n')
})

it('goes on where the first scenario refuses on purpose, and the client gives up there', async () => {
  const givesUp = 'curl -s -X POST -H "Authorization: Bearer $GATECHECK_KEY" "$GATECHECK_BASE_URL/videos"; exit 7'
  const trials = await tried(['sh', '-c', givesUp], ['wait-1', 'key-refused'])
  expect(trials.obstacle).toBeUndefined()
  expect(trials.tried.map(({ trial }) => trial?.ended.end)).toEqual([{ exit: 7 }, { exit: 7 }])
})

/** As plain as can be: asks on every quarter of a second, with its key in the query besides. */
const WRONG = fileURLToPath(new URL('./rushing-client-for-tests.mjs', import.meta.url))

it('tries alone what was broken by its times beside others, once for each clause', async () => {
  const tryAgain = async () => {
    const again: string[] = []
    const trials = await tried([process.execPath, WRONG], ['plain', 'id-number', 'nulls'], {
      telling: { began: ({ name }, alone) => void (alone && again.push(name)) },
    })
    // Whoever was late itself confirms nothing, and the next one is asked; once it is confirmed, none is.
    const confirmed = trials.tried.filter(({ alone }) => alone?.confirmed.length === 1)
    expect(confirmed.map(({ scenario }) => scenario.name)).toEqual(confirmed.length === 0 ? [] : again.slice(-1))
    return [...new Set(brokenIn(trials))].sort()
  }
  // Where each of them was late, nothing is confirmed.
  const unconfirmed = ['client.keeps-its-key-in-the-header']
  expect(await inRounds(unconfirmed, tryAgain)).toEqual([...unconfirmed, 'client.polls-no-faster-than-3-s'])
})

it.skipIf(process.platform !== 'linux')(
  'tells and ends what a client left running, outside its group, too',
  async () => {
    const { tried: all } = await tried(['sh', '-c', 'setsid sleep 30 & sleep 0.1'], ['plain'])
    const left = all[0]!.trial!.ended.leftBehind
    expect(left.map(({ name }) => name)).toEqual(['sleep'])
    // One that nobody has buried yet runs no more.
    expect(statOf(left[0]!.pid)?.state ?? 'Z').toBe('Z')
  },
)

it('tries the other scenarios where gatecheck itself fails in one, and reports them', async () => {
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

it('counts what came once in each of two scenarios, and tells those again', async () => {
  const hurriesOnce = `
    const { GATECHECK_BASE_URL: base, GATECHECK_KEY: key } = process.env
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'swift', prompt: 'A lighthouse' })
    const { id } = await (await fetch(base + '/videos', { method: 'POST', headers, body })).json()
    await fetch(base + '/videos/' + id, { headers })
    await new Promise((resolve) => setTimeout(resolve, 1700))
    await fetch(base + '/videos/' + id, { headers })`
  const isToldOfBoth = await inRounds(false, async () => {
    const told: string[] = []
    const trials = await tried([process.execPath, '--input-type=module', '-e', hurriesOnce], ['id-number', 'nulls'], {
      jobs: 1,
      telling: { ended: ({ scenario, together }) => void (together && told.push(scenario.name)) },
    })
    const broken = brokenIn(trials).filter((id) => id === 'client.polls-no-faster-than-3-s')
    return broken.length === 2 && isDeepStrictEqual(told, ['id-number', 'nulls'])
  })
  expect(isToldOfBoth).toBe(true)
})

it('ends what is under way where nobody waits any more', async () => {
  const stop = new AbortController()
  const trials = await tried(['sh', '-c', 'sleep 20'], ['plain', 'nulls'], {
    signal: stop.signal,
    telling: { began: () => void setTimeout(() => stop.abort(), 100) },
  })
  expect(trials.isInterrupted).toBe(true)
  expect(trials.tried.map(({ trial }) => trial)).toEqual([undefined, undefined])
})
