import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type Control, withControl } from './control.ts'

type Event = { event: string; id: number; data: { n: number; entries?: number } }

/** Reads events until it is stopped. */
async function follow({ origin }: Control, path = '/events', headers: Record<string, string> = {}) {
  const asked = request(`${origin}/control${path}`, { headers, agent: false }).end()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject)
  })
  let text = ''
  let isOver = false
  response.setEncoding('utf8')
  response.on('data', (chunk) => {
    text += chunk
  })
  response
    .on('error', () => {})
    .on('close', () => {
      isOver = true
    })
  const until = async (isIt: () => boolean) => {
    while (!isIt()) await pause(5)
  }
  const events = (): Event[] =>
    text
      .split('\n\n')
      .slice(0, -1)
      .flatMap((block) => {
        const lines = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
        return lines.event ? [{ event: lines.event, id: Number(lines.id), data: JSON.parse(lines.data) }] : []
      })
  return {
    response,
    events,
    until,
    text: () => text,
    has: (count: number) => until(() => events().length >= count),
    isOver: () => until(() => isOver),
    close: () => asked.destroy(),
  }
}

const numbers = (events: Event[]) => events.map(({ data }) => data.n)

it('sends each request once it has been answered', async () => {
  await using control = await withControl()
  await control.send('/usage')
  const stream = await follow(control)
  expect(stream.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  for (const path of ['/models', '/capacity']) await control.as('own', path)
  await stream.has(2)
  const entries = control.service.journal.entries({ after: 1 })
  expect(stream.events()).toEqual(
    JSON.parse(JSON.stringify(entries)).map((data: { n: number }) => ({ event: 'entry', id: data.n, data })),
  )
  stream.close()
})

it('sends the entries since a mark first', async () => {
  await using control = await withControl()
  for (const _ of Array(3).keys()) await control.send('/usage')
  const { mark } = await control.get('/journal')
  for (const _ of Array(2).keys()) await control.send('/usage')
  const fromMark = await follow(control, `/events?after=${mark}`)
  const fromStart = await follow(control, '/events?after=0')
  const again = await follow(control, '/events?after=0', { 'last-event-id': '4' })
  await control.send('/usage')
  for (const [stream, told] of [
    [fromMark, [4, 5, 6]],
    [fromStart, [1, 2, 3, 4, 5, 6]],
    [again, [5, 6]],
  ] as const) {
    await stream.has(told.length)
    expect(numbers(stream.events())).toEqual(told)
    stream.close()
  }
})

it('buffers nothing for a stalled reader, and sends the remaining entries when it reads on', async () => {
  await using control = await withControl()
  let answer: ServerResponse | undefined
  control.server.server.once('request', (_, response) => {
    answer = response
  })
  const stream = await follow(control)
  stream.response.pause()
  const [key] = control.service.accounts.keysOf('agency')
  const body = { model: 'x', prompt: 'y'.repeat(16_000) }
  for (const _ of Array(1500).keys()) {
    await control.service.ask({ account: 'agency', keyId: key!.id }, { method: 'POST', path: '/videos', body })
  }
  await stream.until(() => answer!.writableNeedDrain)
  expect(answer!.writableLength).toBeLessThan(100_000)
  stream.response.resume()
  await stream.until(() => stream.text().includes('id: 1500\n'))
  expect(numbers(stream.events())).toEqual(Array.from({ length: 1500 }, (_, at) => at + 1))
  stream.close()
})
