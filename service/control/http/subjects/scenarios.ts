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
  description: 'Limits it to requests that match all of these; default: all requests.',
}

function ABOUT_SCOPES(): Record<(typeof SCOPE_NAMES)[number], string> {
  return {
    account: 'Requests of this account.',
    key: 'Requests with the key of this id or label.',
    model: 'Requests for a job with this model alias.',
    prompt: 'Requests for a job with these words in its prompt.',
  }
}

const values: Schema = {
  type: 'object',
  additionalProperties: value,
  maxProperties: 50,
  description: 'Parameters; missing ones have their defaults.',
}

const as = nameOf('Name under which it is active; default: its name and scope.', 200)

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
      severalOf: { ...listOf({ type: 'string' }), description: 'One or more of these, joined by +.' },
      usual: { ...value, description: 'Default value.' } as Schema,
    },
  },
  Scenario: record({
    play: { type: 'string', description: 'Name used to start it.' },
    kind: { type: 'string', enum: [...KINDS] },
    summary: { type: 'string' },
    parameters: listOf(schemaNamed('Parameter')),
  }),
  Scenarios: record({ scenarios: listOf(schemaNamed('Scenario')) }),
  Play: fields(
    { play: nameOf('Name of the scenario, dialect, fault or variant.', 200), with: values, for: scope, as },
    ['play'],
  ),
  Playing: {
    ...fields({ as, play: { type: 'string' }, with: values, for: scope }, ['as', 'play']),
    description: 'An active scenario.',
  },
  Played: record({
    played: { ...listOf(schemaNamed('Playing')), description: 'In the order in which they were started.' },
  }),
}

export const scenarioRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/scenarios',
    id: 'listScenarios',
    tag: 'Scenarios',
    summary: 'List all scenarios',
    query: {
      kind: { about: 'Entries of this kind.', schema: { type: 'string', enum: [...KINDS] } },
      q: {
        about: 'Entries with all these words in their name or summary.',
        schema: { type: 'string', maxLength: 200 },
      },
    },
    answer: { about: 'Names, summaries and parameters.', schema: 'Scenarios' },
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
    summary: 'List active scenarios',
    answer: { about: 'In order of start; later ones take precedence.', schema: 'Played' },
    act: ({ hands }) => ({ played: hands.scenarios.playing().map(playingOf) }),
  },
  {
    method: 'POST',
    path: '/played',
    id: 'play',
    tag: 'Scenarios',
    summary: 'Start a scenario',
    about: 'Takes effect with the next request.',
    body: {
      schema: 'Play',
      about: 'Name, parameters, scope, and the name under which it is active.',
      orText: 'The same in one line: name, parameters and scope, for example `slow,polls=40,account=studio`.',
    },
    answer: { status: 201, about: 'The scenario is active.', schema: 'Playing' },
    refusals: { 409: 'The name is already in use.' },
    act: ({ hands, body, text }) =>
      playOn(text === undefined ? (body as Play) : orRefused(() => playWritten(text.trim())), hands),
  },
  {
    method: 'DELETE',
    path: '/played',
    id: 'stopPlaying',
    tag: 'Scenarios',
    summary: 'Stop all scenarios',
    answer: { status: 204, about: 'All scenarios are stopped.' },
    act: ({ hands }) => {
      for (const { as } of hands.scenarios.playing().toReversed()) hands.scenarios.off(as)
    },
  },
  {
    method: 'DELETE',
    path: '/played/{as}',
    id: 'takeOff',
    tag: 'Scenarios',
    summary: 'Stop a scenario',
    answer: { status: 204, about: 'The scenario is stopped.' },
    refusals: { 404: 'No active scenario has this name.' },
    act: ({ hands, at }) => {
      const isOn = hands.scenarios.playing().some(({ as }) => as === at('as'))
      if (!isOn) throw notFound(`no active scenario is named ${at('as')}`)
      hands.scenarios.off(at('as'))
    },
  },
]

async function playOn(play: Play, { scenarios }: Hands) {
  try {
    return playingOf(await scenarios.on(play))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const isOn = scenarios.playing().some(({ as }) => error.message === `${as} is already active`)
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
