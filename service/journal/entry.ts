/** One request and what became of it, with no key in it. */
export type JournalEntry = {
  n: number
  /** When it came, by the clock of the service. */
  at: number
  /** How long its answer took, by the clock of the machine. */
  ms: number
  account: string | null
  key: { id: string; label: string } | null
  /** The job that it made, polled, or fetched the video of. */
  job: string | null
  /** The scenarios, faults and variants that were on for it. */
  played: string[]
  request: { method: string; url: string; headers: [name: string, value: string][]; body: Content }
  /** Null: it was never answered, the connection was closed instead. */
  answer: { status: number; headers: [name: string, value: string][]; body: Content } | null
}

export type Content = {
  bytes: number
  /** The beginning of what is text. */
  text: string | null
  isWhole: boolean
}

export type WantedEntries = {
  account?: string
  /** Its id or its label. */
  key?: string
  job?: string
  after?: number
  most?: number
  /** `429`, `4xx`, or `none` for those that were never answered. */
  status?: number | string
  method?: string
  /** A part of the path, without the query. */
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
