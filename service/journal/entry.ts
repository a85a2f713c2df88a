/** One request and its response, with keys redacted. */
export type JournalEntry = {
  n: number
  /** Arrival, by the service's clock. */
  at: number
  /** Duration, by the machine's clock. */
  ms: number
  account: string | null
  key: { id: string; label: string } | null
  /** The job that the request made, polled, or fetched the video of. */
  job: string | null
  /** Scenarios, faults and variants that were on for it. */
  played: string[]
  request: { method: string; url: string; headers: [name: string, value: string][]; body: Content }
  /** Null: the connection was closed without a response. */
  answer: { status: number; headers: [name: string, value: string][]; body: Content } | null
}

export type Content = {
  bytes: number
  /** The beginning of a text body. */
  text: string | null
  isWhole: boolean
}

export type WantedEntries = {
  account?: string
  /** Id or label. */
  key?: string
  job?: string
  after?: number
  most?: number
  /** `429`, `4xx`, or `none` for requests without a response. */
  status?: number | string
  method?: string
  /** Part of the path, without the query. */
  path?: string
}

export const isAskedFor =
  ({ account, key, job, after = 0, status, method, path }: WantedEntries) =>
  (entry: JournalEntry): boolean =>
    entry.n > after &&
    (account === undefined || entry.account === account) &&
    (key === undefined || entry.key?.id === key || entry.key?.label === key) &&
    (job === undefined || entry.job === job) &&
    (status === undefined || isOfStatus(entry, String(status))) &&
    (method === undefined || entry.request.method === method) &&
    (path === undefined || entry.request.url.split('?')[0]!.includes(path))

function isOfStatus({ answer }: JournalEntry, status: string): boolean {
  if (!answer) return status === 'none'
  return status.endsWith('xx') ? String(answer.status)[0] === status[0] : String(answer.status) === status
}
