import { stringify } from 'yaml'
import { isoTime } from '../../../journal/iso-time.ts'
import { PREFIX } from '../document.ts'
import { type ControlRequest, count, listOf, type Route, record, type Schemas, schemaNamed, time } from '../route.ts'

export const overviewSchemas: Schemas = {
  Link: record({ href: { type: 'string' }, about: { type: 'string' } }),
  Overview: record({
    service: { type: 'string', const: 'gatecheck' },
    baseUrl: { type: 'string', description: 'Base URL of the interface.' },
    uptimeSeconds: { type: 'number', minimum: 0, description: 'Real time since the start.' },
    now: time('Current time of the service.'),
    counts: record({
      accounts: count('Number of accounts.'),
      jobs: count('Number of jobs of all accounts.'),
      requests: count('Number of requests in the journal.'),
      played: count('Number of active scenarios.'),
      snapshots: count('Number of snapshots.'),
    }),
    links: listOf(schemaNamed('Link')),
  }),
  OpenApi: {
    type: 'object',
    description: 'OpenAPI 3.1.',
    properties: { openapi: { type: 'string' }, paths: { type: 'object' } },
    required: ['openapi', 'paths'],
  },
}

export const overviewRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '',
    id: 'overview',
    tag: 'Overview',
    summary: 'Overview of the service',
    answer: { about: 'Counts, and links to the other resources.', schema: 'Overview' },
    act: overviewOf,
  },
  {
    method: 'GET',
    path: '/openapi.json',
    id: 'readDocument',
    tag: 'Overview',
    summary: 'This document',
    answer: { about: 'As JSON.', schema: 'OpenApi' },
    act: ({ port }) => port.document(),
  },
  {
    method: 'GET',
    path: '/openapi.yaml',
    id: 'readDocumentAsYaml',
    tag: 'Overview',
    summary: 'This document as YAML',
    answer: { about: 'As YAML.', type: 'application/yaml' },
    act: ({ port }) => stringify(port.document(), { aliasDuplicateObjects: false, lineWidth: 0 }),
  },
]

function overviewOf({ hands, port }: ControlRequest) {
  const { baseUrl, clock, journal, scenarios, snapshots, store, accounts } = hands
  const names = accounts.names()
  return {
    service: 'gatecheck',
    baseUrl,
    uptimeSeconds: Math.round(performance.now() - port.startedAt) / 1000,
    now: isoTime(clock.now()),
    counts: {
      accounts: names.length,
      jobs: names.reduce((sum, name) => sum + store.jobs.sumsByAccount(name).jobs, 0),
      requests: journal.size,
      played: scenarios.playing().length,
      snapshots: snapshots.names().length,
    },
    links: linksOf(port.document()),
  }
}

/** All GET routes without path parameters. */
function linksOf({ paths = {} }: ReturnType<ControlRequest['port']['document']>) {
  return Object.entries(paths)
    .filter(([path, item]) => item?.get && path !== PREFIX && !path.includes('{'))
    .map(([href, item]) => ({ href, about: item?.get?.summary ?? '' }))
}
