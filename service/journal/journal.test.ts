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
  it('stand in the order in which requests came, whichever was answered first', () => {
    expect(journalOf([{ n: 2 }, { n: 3 }, { n: 1 }]).numbers()).toEqual([1, 2, 3])
  })

  it('make room, the oldest first, and are counted then', () => {
    const { journal, numbers, write } = journalOf([{}, {}, {}, {}, {}], 3)
    expect([numbers(), journal.dropped, journal.size]).toEqual([[3, 4, 5], 2, 3])
    write({})
    expect([numbers(), journal.dropped, journal.size]).toEqual([[4, 5, 6], 3, 3])
  })

  it('begin anew when cleared, and numbers go on', () => {
    const { journal, numbers, write } = journalOf([{}, {}, {}, {}], 3)
    journal.clear()
    expect([numbers(), journal.dropped, journal.size]).toEqual([[], 0, 0])
    write({})
    expect(numbers()).toEqual([5])
  })

  it.each([
    [{ account: 'studio' }, [1, 2]],
    [{ key: 'k2' }, [2]],
    [{ key: 'night shift' }, [2]],
    [{ job: 'j' }, [2, 3]],
    [{ status: 429 }, [3]],
    [{ status: '4xx' }, [3, 4]],
    [{ status: 'none' }, [5]],
    [{ method: 'POST' }, [3]],
    [{ path: '/videos' }, [2, 3]],
    [{ path: 'videos=' }, []],
    [{ after: 3 }, [4, 5]],
    [{ most: 2 }, [4, 5]],
    [{ most: 0 }, []],
    [{ after: 1, most: 1, job: 'j' }, [3]],
    [{ account: 'studio', job: 'j' }, [2]],
  ])('are found by %j', (asked, found) => {
    const { numbers } = journalOf([
      { account: 'studio', key: { id: 'k1', label: 'render farm' }, url: '/v1/usage?videos=1' },
      { account: 'studio', key: { id: 'k2', label: 'night shift' }, job: 'j', url: '/v1/videos/j' },
      { account: 'agency', job: 'j', status: 429, method: 'POST', url: '/v1/videos' },
      { status: 404 },
      { status: null },
    ])
    expect(numbers(asked)).toEqual(found)
  })
})

describe('listening', () => {
  it('tells of each entry from now on, until it ends', () => {
    const { journal, write } = journalOf([{}])
    const heard: number[] = []
    const stop = journal.onEntry(({ n }) => heard.push(n))
    write({})
    write({})
    stop()
    write({})
    expect(heard).toEqual([2, 3])
  })

  it('waits for an entry, one that is there or one to come', async () => {
    const { journal, write } = journalOf([{ job: 'a' }])
    expect((await journal.waitFor(({ job }) => job === 'a')).n).toBe(1)
    const waiting = journal.waitFor(({ job }) => job === 'b')
    write({ job: 'c' })
    write({ job: 'b' })
    expect((await waiting).n).toBe(3)
  })
})

describe('what was written behind a mark', () => {
  const told = (written: { mark: number; entry: JournalEntry }[]) => written.map(({ mark, entry }) => [mark, entry.n])

  it('comes in the order in which it was written, so that no late answer is passed over', () => {
    const { journal, write } = journalOf([{ n: 1 }, { n: 3 }])
    const { mark } = journal
    write({ n: 2 })
    expect(told(journal.since(mark, 10))).toEqual([[3, 2]])
    expect(told(journal.since(0, 2))).toEqual([
      [1, 1],
      [2, 3],
    ])
  })

  it('leaves out what has made room or was cleared', () => {
    const { journal, write } = journalOf([{}, {}, {}, {}, {}], 3)
    expect(told(journal.since(0, 2))).toEqual([
      [3, 3],
      [4, 4],
    ])
    journal.clear()
    expect(journal.since(0, 10)).toEqual([])
    write({})
    expect(told(journal.since(5, 10))).toEqual([[6, 6]])
  })

  it('is nothing behind the last one or beyond', () => {
    const { journal } = journalOf([{}, {}])
    expect([journal.since(2, 10), journal.since(99, 10)]).toEqual([[], []])
  })
})
