import { fileOfPath } from '../../interface/result-links.ts'
import type { JournalEntry } from '../../journal/entry.ts'
import { isoTime } from '../../journal/iso-time.ts'
import type { Journal } from '../../journal/journal.ts'

/** Requests about a job that the journal still has: submission, polls with their status, downloads. */
export function requestsAbout(job: string, journal: Journal) {
  const kinds = Map.groupBy(journal.entries({ job }), kindOf)
  return {
    submissions: (kinds.get('submission') ?? []).map(seen),
    polls: (kinds.get('poll') ?? []).map((entry) => ({ ...seen(entry), ...shownIn(entry) })),
    downloads: (kinds.get('download') ?? []).map(seen),
  }
}

function kindOf({ request: { method, url } }: JournalEntry): 'submission' | 'poll' | 'download' {
  if (method === 'POST') return 'submission'
  return fileOfPath(url.split('?')[0]!) === undefined ? 'poll' : 'download'
}

function seen({ n, at, ms, answer }: JournalEntry) {
  return { n, at: isoTime(at), ms, answered: answer?.status ?? null }
}

function shownIn({ answer }: JournalEntry) {
  const record = recordIn(answer?.body.text)
  return { status: textOrNone(record.status), stage: textOrNone(record.stage) }
}

/** Empty if a fault made it malformed. */
function recordIn(text: string | null | undefined): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

const textOrNone = (value: unknown) => (typeof value === 'string' ? value : null)
