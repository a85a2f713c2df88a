import { expect, it } from 'vitest'
import { CLIENTS, type ClientToJudge } from '../../../fixtures/clients/all.ts'
import { inRounds } from '../../../fixtures/in-rounds.ts'
import { selfcheckClients } from './all.ts'
import { clientsScoreOf } from './score.ts'
import { type ClientTrial, scenariosOf } from './trials.ts'

const called = (id: string) => CLIENTS.find((client) => client.id === id)!

/** By default in a scenario without long waits. */
const trial = (client: ClientToJudge, more: Partial<ClientTrial> = {}): ClientTrial => ({
  ...{ kind: `${client.kind} client`, client, scenarios: scenariosOf(['another-origin']) },
  ...more,
})
const RIGHT = trial(called('closes-each-connection'))
const WRONG = trial(called('key-to-another-origin'))
const ANOTHER_FAULT = {
  breaks: 'client.appends-paths-to-the-base-url',
  scenarios: ['another-origin'],
} as const

it('catches a wrong client by its clause and passes a correct one', async () => {
  const outcomes = await selfcheckClients([RIGHT, WRONG])
  expect(outcomes).toMatchObject([
    { id: 'closes-each-connection', right: true, accused: [], faults: [] },
    {
      ...{ id: 'key-to-another-origin', right: true, caught: 'by its clause', level: 'must' },
      scenarios: [{ name: 'another-origin', broken: ['client.keeps-its-key-from-other-origins'] }],
      accused: [{ clause: 'client.keeps-its-key-from-other-origins', scenario: 'another-origin' }],
    },
  ])
  expect(clientsScoreOf(outcomes)).toMatchObject({
    right: { ids: 1, trials: 1, right: 1 },
    wrong: { tried: 1, byItsClause: 1 },
  })
})

it('counts a wrong client that fails another clause as missed, and a correct one that fails as a false positive', async () => {
  const { id, about, needs, start } = called('key-to-another-origin')
  const own = { id, about, needs, start }
  const renamed: ClientToJudge = { ...own, kind: 'wrong', ...ANOTHER_FAULT }
  const outcomes = await selfcheckClients([trial(renamed), trial({ ...own, kind: 'right' })])
  expect(outcomes.map(({ right, caught }) => [right, caught])).toEqual([
    [false, 'by another'],
    [false, undefined],
  ])
  const { missed, falsePositives } = clientsScoreOf(outcomes)
  expect([missed.length, falsePositives.length]).toEqual([1, 1])
})

it('repeats a missed client alone, after all other work', async () => {
  // A correct client that is listed as wrong is always missed.
  const missed: ClientToJudge = { ...called('closes-each-connection'), kind: 'wrong', ...ANOTHER_FAULT }
  const seen: string[] = []
  let isQuiet = false
  const besides = Promise.withResolvers<void>()
  const came = selfcheckClients([trial(missed)], {
    besides: besides.promise,
    onOutcome: ({ again }) => {
      seen.push(again ? (isQuiet ? 'alone' : 'too soon') : 'first')
      setTimeout(() => {
        isQuiet = true
        besides.resolve()
      }, 200)
    },
  })
  expect(await came).toMatchObject([{ right: false, again: true }])
  expect(seen).toEqual(['first', 'alone', 'alone'])
})

it('repeats a correct client that only fails by timing', async () => {
  const rushing: ClientToJudge = { ...called('polls-without-a-pause'), kind: 'right' }
  // A late machine makes no client look too fast.
  const again = await inRounds(undefined, async () => {
    const outcomes = await selfcheckClients([trial(rushing, { scenarios: scenariosOf(['nulls']) })])
    return outcomes[0]!.again
  })
  expect(again).toBe(true)
})

it('reports a client that cannot be prepared or started as an internal error', async () => {
  const fails = { ...called('closes-each-connection'), id: 'unbuilt', prepare: () => ['false'] as const }
  const absent: ClientToJudge = { ...called('closes-each-connection'), start: () => ['no-such-program-anywhere'] }
  const [unbuilt, unstarted] = await selfcheckClients([trial(fails), trial(absent)])
  expect(unbuilt).toMatchObject({
    right: false,
    scenarios: [],
    faults: [expect.stringContaining('could not be built')],
  })
  expect(unstarted).toMatchObject({
    right: false,
    faults: [expect.stringMatching(/could not be started|without a single request/)],
  })
})

it('stops all clients when it is aborted', async () => {
  const stop = new AbortController()
  const sleeping: ClientToJudge = { ...called('closes-each-connection'), start: () => ['sh', '-c', 'sleep 60'] }
  setTimeout(() => stop.abort(), 300)
  const told: string[] = []
  const asked = { signal: stop.signal, onOutcome: ({ id }: { id: string }) => void told.push(id) }
  const outcomes = await selfcheckClients(
    Array.from({ length: 400 }, () => trial(sleeping)),
    asked,
  )
  expect(told).toEqual([])
  expect(outcomes.filter(({ right }) => right)).toEqual([])
})
