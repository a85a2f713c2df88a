import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { around } from '../../../interface/behaviour.ts'
import { type Control, refused, withControl } from './control.ts'

type Event = { event: string; id: number; data: { n: number; entries?: number } }

/** Reads what comes for as long as it is let. */
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

it('tells of each request when it has been answered', async () => {
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

it('tells first what was written since a mark', async () => {
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

it('begins anew for who was told by an earlier life of the service', async () => {
  await using control = await withControl()
  await control.send('/usage')
  const stream = await follow(control, '/events', { 'last-event-id': '900' })
  await stream.has(1)
  expect(numbers(stream.events())).toEqual([1])
  stream.close()
})

it('passes over nothing that was answered late', async () => {
  await using control = await withControl()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  control.service.layers.put({
    name: 'waits',
    patch: (behaviour) =>
      around(behaviour, 'respond', async (next, incoming) => {
        if (incoming.path.endsWith('/models')) {
          arrive()
          await gate
        }
        return next(incoming)
      }),
  })
  const late = control.as('own', '/models')
  await arrived
  await control.as('own', '/usage')
  const first = await follow(control, '/events?after=0')
  await first.has(1)
  const { id } = first.events().at(-1)!
  first.close()
  open()
  await late
  const second = await follow(control, '/events', { 'last-event-id': String(id) })
  await second.has(1)
  expect(second.events()[0]!.data).toMatchObject({ n: 1, request: { url: '/v1/models' } })
  second.close()
})

it('tells only of what is asked for', async () => {
  await using control = await withControl()
  const stream = await follow(control, '/events?account=agency&status=2xx')
  await control.as('own', '/usage')
  await control.as('otherAccount', '/usage')
  await control.as('otherAccount', '/videos/nothing')
  await control.as('otherAccount', '/models')
  await stream.has(2)
  expect(numbers(stream.events())).toEqual([2, 4])
  stream.close()
  expect(await control.ask('/events?after=now')).toMatchObject(refused(400, 'after in the query must be integer'))
})

it('beats while nothing happens', async () => {
  await using control = await withControl({}, { heartbeatMs: 10 })
  const stream = await follow(control)
  await stream.until(
    () =>
      stream
        .text()
        .split('\n\n')
        .filter((block) => block === ':').length >= 3,
  )
  expect(stream.events()).toEqual([])
  stream.close()
})

it('says how many were cleared before they could be told', async () => {
  await using control = await withControl()
  for (const _ of Array(3).keys()) await control.send('/usage')
  control.service.journal.clear()
  const stream = await follow(control, '/events?after=1')
  await control.send('/usage')
  await stream.has(2)
  expect(stream.events()).toMatchObject([
    { event: 'missed', id: 3, data: { entries: 2 } },
    { event: 'entry', id: 4 },
  ])
  stream.close()
})

it('holds nothing for a reader who does not read, and tells it all that is still there when it does', async () => {
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

it('stops listening when its reader goes', async () => {
  await using control = await withControl()
  const { journal } = control.service
  const { onEntry } = journal
  let listening = 0
  journal.onEntry = (listener) => {
    const stop = onEntry(listener)
    listening++
    return () => {
      listening--
      stop()
    }
  }
  const streams = await Promise.all(Array.from({ length: 5 }, () => follow(control)))
  expect(listening).toBe(5)
  for (const stream of streams) stream.close()
  while (listening > 0) await pause(5)
})

it('ends when the port closes', async () => {
  const control = await withControl()
  const stream = await follow(control)
  await control[Symbol.asyncDispose]()
  await stream.isOver()
  expect(stream.events()).toEqual([])
})
