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
    bytes: count('Size of the body.'),
    text: { type: ['string', 'null'], description: 'Start of the body, if it is text.' },
    isWhole: { type: 'boolean' },
  }),
  JournalEntry: record({
    n: { type: 'integer', minimum: 1, description: 'Sequence number of the request.' },
    at: { type: 'number', description: 'Arrival in milliseconds since 1970, in the time of the service.' },
    ms: { type: 'number', minimum: 0, description: 'Real duration until the response was sent.' },
    account: { type: ['string', 'null'] },
    key: { ...keyOfEntry, type: ['object', 'null'] } as Schema,
    job: { type: ['string', 'null'], description: 'The job that it created, polled or downloaded.' },
    played: listOf({ type: 'string', description: 'Scenarios that were active for it.' }),
    request: record({
      method: { type: 'string' },
      url: { type: 'string' },
      headers,
      body: schemaNamed('Content'),
    }),
    answer: {
      ...record({ status: { type: 'integer' }, headers, body: schemaNamed('Content') }),
      type: ['object', 'null'],
      description: 'Null if the connection was closed without a response.',
    } as Schema,
  }),
  Journal: record({
    entries: { ...listOf(schemaNamed('JournalEntry')), description: 'Oldest first.' },
    dropped: count('Number of oldest entries dropped since the journal was last cleared.'),
    mark: count('Position in the journal. Newer events come after this mark.'),
  }),
  Har: {
    type: 'object',
    description: 'HAR 1.2. A request without a response has status 0, as in browsers.',
    properties: { log: { type: 'object' } },
    required: ['log'],
  },
}

const filters = {
  account: { about: 'Requests of this account.', schema: nameOf('Account name.') },
  key: { about: 'Requests with this key.', schema: nameOf('Key id or label.') },
  job: { about: 'Requests about this job.', schema: { type: 'string', minLength: 1 } },
  status: {
    about: 'Requests with this response status.',
    schema: {
      type: 'string',
      pattern: '^([1-5][0-9]{2}|[1-5]xx|none)$',
      description: 'A status such as 404, a class such as 4xx, or none for requests without a response.',
    },
  },
  method: { about: 'Requests with this method.', schema: { type: 'string', pattern: '^[A-Z]+$' } },
  path: { about: 'Requests with this in their path.', schema: { type: 'string', minLength: 1 } },
} as const satisfies Route['query']

const numbers = {
  after: { about: 'Entries with a higher number.', schema: { type: 'integer', minimum: 0 } },
  most: {
    about: 'Maximum number of entries; the newest are returned.',
    schema: { type: 'integer', minimum: 0, maximum: AT_MOST },
  },
} as const satisfies Route['query']

const wanted = ({ query }: ControlRequest) => query as WantedEntries
const origin = ({ hands }: ControlRequest) => new URL(hands.baseUrl).origin

export const journalRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/journal',
    id: 'readJournal',
    tag: 'Journal',
    summary: 'Requests and their responses',
    about: `The newest ${USUALLY}; change the number with \`most\`.`,
    query: { ...filters, ...numbers },
    answer: { about: 'The selected entries.', schema: 'Journal' },
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
    about: 'Numbers and marks are not reset.',
    answer: { status: 204, about: 'The journal is empty.' },
    act: ({ hands }) => hands.journal.clear(),
  },
  {
    method: 'GET',
    path: '/journal.jsonl',
    id: 'readJournalAsLines',
    tag: 'Journal',
    summary: 'Requests and their responses as JSON lines',
    about: 'Each line is a journal entry as JSON.',
    query: { ...filters, ...numbers },
    answer: { about: 'The selected entries, oldest first.', type: 'application/jsonl' },
    act: (asked) => linesOf(asked),
  },
  {
    method: 'GET',
    path: '/journal.har',
    id: 'readJournalAsHar',
    tag: 'Journal',
    summary: 'Requests and their responses as HAR',
    about: 'For the network panel of browser developer tools and other HAR tools.',
    query: { ...filters, ...numbers },
    answer: { about: 'The selected entries, oldest first.', schema: 'Har', type: 'application/json' },
    act: (asked) => harOf(asked.hands.journal.entries(wanted(asked)), origin(asked), written),
  },
  {
    method: 'GET',
    path: '/events',
    id: 'followJournal',
    tag: 'Journal',
    summary: 'Requests and their responses as a live stream',
    about:
      'Server-sent events. `entry`: a journal entry; its id is the mark. `missed`: number of entries that were dropped or ' +
      'cleared before they could be sent. `Last-Event-ID` of a reconnecting client takes precedence over ' +
      '`after`. The stream ends when the client disconnects.',
    query: {
      ...filters,
      after: {
        about: 'A journal mark or event id: later entries are sent first. 0 sends the whole journal.',
        schema: { type: 'integer', minimum: 0 },
      },
    },
    answer: { about: 'An endless stream of events.', type: 'text/event-stream' },
    act: eventsOf,
  },
]

function* linesOf(asked: ControlRequest): Generator<string> {
  for (const entry of asked.hands.journal.entries(wanted(asked))) yield `${written(entry)}\n`
}
