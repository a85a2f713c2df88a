import type { Playing } from '../../../scenarios/play.ts'
import { KINDS, nameOf as nameToPlay, type Play, type Scenario } from '../../../scenarios/scenario.ts'
import { playWritten } from '../../../scenarios/written.ts'
import { SCOPE_NAMES } from '../../../scope.ts'
import type { Hands } from '../../hands.ts'
import { conflict, notFound, orRefused, Refused } from '../problem.ts'
import { fields, listOf, nameOf, type Route, record, type Schema, type Schemas, schemaNamed } from '../route.ts'

const value: Schema = { type: ['string', 'number'] }

const scope: Schema = {
  ...fields(Object.fromEntries(SCOPE_NAMES.map((name) => [name, nameOf(ABOUT_SCOPES()[name], 200)]))),
  minProperties: 1,
  description: 'The requests that it is for, where it is not for all: each of these has to hold.',
}

function ABOUT_SCOPES(): Record<(typeof SCOPE_NAMES)[number], string> {
  return {
    account: 'Of this account.',
    key: 'With the key of this id or label.',
    model: 'About a job that was ordered with this alias.',
    prompt: 'About a job with these words in its prompt.',
  }
}

const values: Schema = {
  type: 'object',
  additionalProperties: value,
  maxProperties: 50,
  description: 'Its parameters; what is not said is as usual.',
}

const as = nameOf('What it is called while it is on; unless said, its name and scope.', 200)

export const scenarioSchemas: Schemas = {
  Parameter: {
    ...record({
      name: { type: 'string' },
      about: { type: 'string' },
      type: { type: 'string', enum: ['number', 'text'] },
    }),
    properties: {
      name: { type: 'string' },
      about: { type: 'string' },
      type: { type: 'string', enum: ['number', 'text'] },
      least: { type: 'number' },
      most: { type: 'number' },
      isWhole: { type: 'boolean' },
      oneOf: listOf({ type: 'string' }),
      severalOf: { ...listOf({ type: 'string' }), description: 'One or more of them, joined by a plus sign.' },
      usual: { ...value, description: 'What holds where nothing is said.' } as Schema,
    },
  },
  Scenario: record({
    play: { type: 'string', description: 'The name to play it by.' },
    kind: { type: 'string', enum: [...KINDS] },
    summary: { type: 'string' },
    parameters: listOf(schemaNamed('Parameter')),
  }),
  Scenarios: record({ scenarios: listOf(schemaNamed('Scenario')) }),
  Play: fields({ play: nameOf('The name of what to play.', 200), with: values, for: scope, as }, ['play']),
  Playing: {
    ...fields({ as, play: { type: 'string' }, with: values, for: scope }, ['as', 'play']),
    description: 'What is played.',
  },
  Played: record({
    played: { ...listOf(schemaNamed('Playing')), description: 'In the order in which it was put on.' },
  }),
}

export const scenarioRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/scenarios',
    id: 'listScenarios',
    tag: 'Scenarios',
    summary: 'All that can be played',
    query: {
      kind: { about: 'Those of this kind.', schema: { type: 'string', enum: [...KINDS] } },
      q: { about: 'Those with all these words in their name or summary.', schema: { type: 'string', maxLength: 200 } },
    },
    answer: { about: 'Names, what they mean, and what can be said of them.', schema: 'Scenarios' },
    act: async ({ hands, query: { kind, q = '' } }) => {
      const words = String(q).toLowerCase().split(/\s+/)
      const isMeant = (each: Scenario) => {
        const text = `${nameToPlay(each)} ${each.summary}`.toLowerCase()
        return (kind === undefined || each.kind === kind) && words.every((word) => text.includes(word))
      }
      return { scenarios: (await hands.scenarios.all()).filter(isMeant).map(scenarioOf) }
    },
  },
  {
    method: 'GET',
    path: '/played',
    id: 'listPlayed',
    tag: 'Scenarios',
    summary: 'What is played',
    answer: { about: 'A later one lies outside.', schema: 'Played' },
    act: ({ hands }) => ({ played: hands.scenarios.playing().map(playingOf) }),
  },
  {
    method: 'POST',
    path: '/played',
    id: 'play',
    tag: 'Scenarios',
    summary: 'Play something',
    about: 'From the next request on.',
    body: {
      schema: 'Play',
      about: 'What to play, what is said of it, for whom, and what to call it.',
      orText: 'The same in one line: a name, and behind it parameters and scope, as in `slow,polls=40,account=studio`.',
    },
    answer: { status: 201, about: 'It is on.', schema: 'Playing' },
    refusals: { 409: 'Something is called so already.' },
    act: ({ hands, body, text }) =>
      playOn(text === undefined ? (body as Play) : orRefused(() => playWritten(text.trim())), hands),
  },
  {
    method: 'DELETE',
    path: '/played',
    id: 'stopPlaying',
    tag: 'Scenarios',
    summary: 'Play nothing any more',
    answer: { status: 204, about: 'The service is as it was.' },
    act: ({ hands }) => {
      for (const { as } of hands.scenarios.playing().toReversed()) hands.scenarios.off(as)
    },
  },
  {
    method: 'DELETE',
    path: '/played/{as}',
    id: 'takeOff',
    tag: 'Scenarios',
    summary: 'Take one off',
    answer: { status: 204, about: 'It is off.' },
    refusals: { 404: 'Nothing is played that is called so.' },
    act: ({ hands, at }) => {
      const isOn = hands.scenarios.playing().some(({ as }) => as === at('as'))
      if (!isOn) throw notFound(`nothing called ${at('as')} is played`)
      hands.scenarios.off(at('as'))
    },
  },
]

async function playOn(play: Play, { scenarios }: Hands) {
  try {
    return playingOf(await scenarios.on(play))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const isOn = scenarios.playing().some(({ as }) => error.message === `${as} is played already`)
    throw isOn ? conflict(error.message) : new Refused(400, error.message)
  }
}

function playingOf({ as, play, with: said, for: scope }: Playing) {
  return { as, play, ...(said && { with: said }), ...(scope && { for: scope }) }
}

function scenarioOf(scenario: Scenario) {
  const { kind, summary, parameters } = scenario
  return { play: nameToPlay(scenario), kind, summary, parameters }
}
