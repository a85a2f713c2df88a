import { expect, it } from 'vitest'
import { CLIENTS, type ClientToJudge } from '../../fixtures/clients/all.ts'
import { inRounds } from '../../fixtures/in-rounds.ts'
import { selfcheckClients } from './all.ts'
import { clientsScoreOf } from './score.ts'
import { type ClientTrial, scenariosOf } from './trials.ts'

const called = (id: string) => CLIENTS.find((client) => client.id === id)!

/** Where no client has long to wait. */
const trial = (client: ClientToJudge, more: Partial<ClientTrial> = {}): ClientTrial => ({
  ...{ kind: `${client.kind} client`, client, scenarios: scenariosOf(['other origin']), elsewhere: [] },
  ...more,
})
const RIGHT = trial(called('closes-each-connection'))
const WRONG = trial(called('key-to-another-origin'))

it('accuses no right client, and catches a wrong one by its clause', async () => {
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
    shownOnlyIn: { 'another-origin': ['key-to-another-origin'] },
  })
})

it('takes one that breaks something else, or is called right, for what it is', async () => {
  const { id, about, needs, start } = called('key-to-another-origin')
  const own = { id, about, needs, start }
  const renamed: ClientToJudge = {
    ...own,
    kind: 'wrong',
    breaks: 'Paths: no /videos/videos',
    level: 'must',
    seenIn: ['other origin'],
  }
  const outcomes = await selfcheckClients([trial(renamed), trial({ ...own, kind: 'right' })])
  expect(outcomes.map(({ right, caught }) => [right, caught])).toEqual([
    [false, 'by another'],
    [false, undefined],
  ])
  const { survivors, accusations } = clientsScoreOf(outcomes)
  expect([survivors.length, accusations.length]).toEqual([1, 1])
})

it('tries again with nothing else under way what a busy machine may have hidden, once all else is over', async () => {
  // One that does nothing wrong and is called wrong is missed however busy the machine is.
  const missed: ClientToJudge = {
    ...called('closes-each-connection'),
    ...{ kind: 'wrong', breaks: 'Paths: no /videos/videos', level: 'must', seenIn: ['other origin'] },
  }
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

it('tries again a right one that time alone accuses', async () => {
  const rushing: ClientToJudge = { ...called('polls-without-a-pause'), kind: 'right' }
  // A machine that is late itself accuses nobody of being too soon.
  const again = await inRounds(undefined, async () => {
    const outcomes = await selfcheckClients([trial(rushing, { scenarios: scenariosOf(['nulls']) })])
    return outcomes[0]!.again
  })
  expect(again).toBe(true)
})

it('says of one that cannot be built or started that nothing is known of it', async () => {
  const fails = { ...called('closes-each-connection'), id: 'unbuilt', build: () => ['false'] as const }
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

it('ends what was started where nobody waits any more', async () => {
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
  // So many, begun one after the other, would take longer than this.
})
