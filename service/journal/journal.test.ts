import { describe, expect, it } from 'vitest'
import type { JournalEntry } from './entry.ts'
import { newJournal } from './journal.ts'

type Fields = Partial<Omit<JournalEntry, 'request' | 'answer'>> & {
  method?: string
  url?: string
  status?: number | null
}

function entryOf({ n = 1, method = 'GET', url = '/v1/usage', status = 200, ...rest }: Fields): JournalEntry {
  const body = { bytes: 0, text: null, isWhole: true }
  const answer = status === null ? null : { status, headers: [], body }
  const known = { at: 0, ms: 1, account: null, key: null, job: null, played: [] }
  return { n, ...known, ...rest, request: { method, url, headers: [], body }, answer }
}

function journalOf(entries: readonly Fields[], most?: number) {
  const journal = newJournal(most)
  const write = (fields: Fields) => {
    const n = fields.n ?? journal.nextNumber()
    journal.write({ n, entry: () => entryOf({ ...fields, n }) })
  }
  for (const each of entries) write(each)
  return { journal, write, numbers: (asked = {}) => journal.entries(asked).map(({ n }) => n) }
}

describe('entries', () => {
  it('keep the order in which requests came, whichever was answered first', () => {
    expect(journalOf([{ n: 2 }, { n: 3 }, { n: 1 }]).numbers()).toEqual([1, 2, 3])
  })

  it('drop the oldest and count them', () => {
    const { journal, numbers, write } = journalOf([{}, {}, {}, {}, {}], 3)
    expect([numbers(), journal.dropped, journal.size]).toEqual([[3, 4, 5], 2, 3])
    write({})
    expect([numbers(), journal.dropped, journal.size]).toEqual([[4, 5, 6], 3, 3])
  })
})

describe('entries since a mark', () => {
  const told = (written: { mark: number; entry: JournalEntry }[]) => written.map(({ mark, entry }) => [mark, entry.n])

  it('come in the order in which they were written, so that no late response is missed', () => {
    const { journal, write } = journalOf([{ n: 1 }, { n: 3 }])
    const { mark } = journal
    write({ n: 2 })
    expect(told(journal.since(mark, 10))).toEqual([[3, 2]])
    expect(told(journal.since(0, 2))).toEqual([
      [1, 1],
      [2, 3],
    ])
  })
})
