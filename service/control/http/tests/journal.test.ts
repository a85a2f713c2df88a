import { expect, it } from 'vitest'
import { refused, withControl } from './control.ts'

const numbers = (answer: { entries: { n: number }[] }) => answer.entries.map(({ n }) => n)

async function withRequests() {
  const control = await withControl()
  const path = await control.submitted()
  await control.as('own', path)
  await control.as('sameAccount', '/usage?of=videos')
  await control.as('otherAccount', path)
  await control.send('/usage')
  return { ...control, job: path.slice('/videos/'.length) }
}

it('filters entries', async () => {
  await using control = await withRequests()
  const found = async (query: string) => numbers(await control.get(`/journal?${query}`))
  const { id } = control.keyLabelled('night shift')
  expect(await found('account=agency')).toEqual([5])
  expect([await found(`key=${id}`), await found('key=night%20shift')]).toEqual([[4], [4]])
  expect(await found(`job=${control.job}`)).toEqual([2, 3])
  expect(await found('status=404')).toEqual([5])
  expect(await found('status=4xx')).toEqual([5, 6])
  expect(await found('status=none')).toEqual([])
  expect(await found('method=POST')).toEqual([2])
  expect(await found('path=videos')).toEqual([2, 3, 5])
  expect(await found('after=4')).toEqual([5, 6])
  expect(await found('most=2')).toEqual([5, 6])
  expect(await found('account=studio&most=1&after=2&status=200')).toEqual([4])
})

it.each([
  [
    'since=3',
    /^the query has an unknown property since; allowed: account, key, job, status, method, path, after, most$/,
  ],
  ['after=-1', /^after in the query must be >= 0/],
  ['most=99999', /^most in the query must be <= 10000/],
  ['status=ok', /^status in the query must match/],
])('refuses %s', async (query, detail) => {
  await using control = await withControl()
  for (const path of ['/journal', '/journal.jsonl', '/journal.har']) {
    expect(await control.ask(`${path}?${query}`)).toMatchObject(refused(400, detail))
  }
})

it('is exported as HAR', async () => {
  await using control = await withRequests()
  const { json, headers } = await control.ask('/journal.har?account=studio')
  expect(headers['content-disposition']).toBe('attachment; filename="journal.har"')
  expect(json.log.entries.map(({ _n }: { _n: number }) => _n)).toEqual([1, 2, 3, 4])
  expect(json.log.entries[3].request.url).toBe(`${control.service.baseUrl}/usage?of=videos`)
})

it('is cleared, and numbers continue', async () => {
  await using control = await withRequests()
  expect((await control.drop('/journal')).status).toBe(204)
  expect(await control.get('/journal')).toEqual({ entries: [], dropped: 0, mark: 6 })
  await control.send('/usage')
  expect(numbers(await control.get('/journal'))).toEqual([7])
})
