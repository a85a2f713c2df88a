import type { WantedEntries } from '../../../journal/entry.ts'
import { harOf } from '../../../journal/har.ts'
import { eventsOf } from '../events.ts'
import {
  type ControlRequest,
  count,
  listOf,
  nameOf,
  type Route,
  record,
  type Schema,
  type Schemas,
  schemaNamed,
} from '../route.ts'
import { written } from '../written.ts'

const USUALLY = 1000
const AT_MOST = 10_000

const headers: Schema = listOf({
  type: 'array',
  items: { type: 'string' },
  minItems: 2,
  maxItems: 2,
  description: 'Name and value.',
})

const keyOfEntry = record({ id: { type: 'string' }, label: { type: 'string' } })

export const journalSchemas: Schemas = {
  Content: record({
    bytes: count('How many there were.'),
    text: { type: ['string', 'null'], description: 'The beginning of what is text.' },
    isWhole: { type: 'boolean' },
  }),
  JournalEntry: record({
    n: { type: 'integer', minimum: 1, description: 'Counts requests as they came.' },
    at: { type: 'number', description: 'When it came: milliseconds since 1970, by the clock of the service.' },
    ms: { type: 'number', minimum: 0, description: 'How long its answer took, by the clock of the machine.' },
    account: { type: ['string', 'null'] },
    key: { ...keyOfEntry, type: ['object', 'null'] } as Schema,
    job: { type: ['string', 'null'], description: 'The job that it made, polled, or fetched the video of.' },
    played: listOf({ type: 'string', description: 'What was played for it.' }),
    request: record({
      method: { type: 'string' },
      url: { type: 'string' },
      headers,
      body: schemaNamed('Content'),
    }),
    answer: {
      ...record({ status: { type: 'integer' }, headers, body: schemaNamed('Content') }),
      type: ['object', 'null'],
      description: 'Null where the connection was closed instead.',
    } as Schema,
  }),
  Journal: record({
    entries: { ...listOf(schemaNamed('JournalEntry')), description: 'The oldest first.' },
    dropped: count('How many of the oldest have made room since it was last cleared.'),
    mark: count('How far it has been written. Events after this mark are what is not here yet.'),
  }),
  Har: {
    type: 'object',
    description: 'HAR 1.2. A request that was never answered has the status 0, as browsers write it.',
    properties: { log: { type: 'object' } },
    required: ['log'],
  },
}

const filters = {
  account: { about: 'Requests of this account.', schema: nameOf('Its name.') },
  key: { about: 'Requests with this key.', schema: nameOf('Its id or its label.') },
  job: { about: 'Requests about this job.', schema: { type: 'string', minLength: 1 } },
  status: {
    about: 'Requests that were answered so.',
    schema: {
      type: 'string',
      pattern: '^([1-5][0-9]{2}|[1-5]xx|none)$',
      description: 'A status, a class of them like 4xx, or none for those that were never answered.',
    },
  },
  method: { about: 'Requests of this method.', schema: { type: 'string', pattern: '^[A-Z]+$' } },
  path: { about: 'Requests with this in their path.', schema: { type: 'string', minLength: 1 } },
} as const satisfies Route['query']

const numbers = {
  after: { about: 'Entries with a higher number.', schema: { type: 'integer', minimum: 0 } },
  most: { about: 'The newest, so many.', schema: { type: 'integer', minimum: 0, maximum: AT_MOST } },
} as const satisfies Route['query']

const wanted = ({ query }: ControlRequest) => query as WantedEntries
const origin = ({ hands }: ControlRequest) => new URL(hands.baseUrl).origin

export const journalRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/journal',
    id: 'readJournal',
    tag: 'Journal',
    summary: 'Requests and their answers',
    about: `The newest ${USUALLY} unless \`most\` says otherwise.`,
    query: { ...filters, ...numbers },
    answer: { about: 'The entries asked for.', schema: 'Journal' },
    act: (asked) => {
      const { journal } = asked.hands
      const { mark, dropped } = journal
      return { entries: journal.entries({ most: USUALLY, ...wanted(asked) }), dropped, mark }
    },
  },
  {
    method: 'DELETE',
    path: '/journal',
    id: 'clearJournal',
    tag: 'Journal',
    summary: 'Clear the journal',
    about: 'Numbers and marks go on.',
    answer: { status: 204, about: 'It is empty.' },
    act: ({ hands }) => hands.journal.clear(),
  },
  {
    method: 'GET',
    path: '/journal.jsonl',
    id: 'readJournalAsLines',
    tag: 'Journal',
    summary: 'Requests and their answers, one a line',
    about: 'Each line is one entry of the journal, as JSON.',
    query: { ...filters, ...numbers },
    answer: { about: 'The entries asked for, the oldest first.', type: 'application/jsonl' },
    act: (asked) => linesOf(asked),
  },
  {
    method: 'GET',
    path: '/journal.har',
    id: 'readJournalAsHar',
    tag: 'Journal',
    summary: 'Requests and their answers as an HTTP archive',
    about: "For the network panel of a browser's developer tools, and for other readers of HAR.",
    query: { ...filters, ...numbers },
    answer: { about: 'The entries asked for, the oldest first.', schema: 'Har', type: 'application/json' },
    act: (asked) => harOf(asked.hands.journal.entries(wanted(asked)), origin(asked), written),
  },
  {
    method: 'GET',
    path: '/events',
    id: 'followJournal',
    tag: 'Journal',
    summary: 'Requests and their answers as they come to pass',
    about:
      'Server-sent events. `entry`: an entry of the journal, whose id is its mark. `missed`: how many entries had made ' +
      'room or were cleared before they could be sent. A client that comes again says `Last-Event-ID`, which goes before ' +
      '`after`. Ends when the client goes.',
    query: {
      ...filters,
      after: {
        about: 'The mark of a journal, or the id of an event: what was written since comes first. 0 for all there is.',
        schema: { type: 'integer', minimum: 0 },
      },
    },
    answer: { about: 'Events, without an end.', type: 'text/event-stream' },
    act: eventsOf,
  },
]

function* linesOf(asked: ControlRequest): Generator<string> {
  for (const entry of asked.hands.journal.entries(wanted(asked))) yield `${written(entry)}\n`
}
