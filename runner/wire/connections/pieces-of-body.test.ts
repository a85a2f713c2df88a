import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { endWith } from './pieces-of-body.ts'
import { closeAll, never, saying, serving, wireTo } from './wire-for-tests.ts'

afterEach(closeAll)

const POST = { method: 'POST', path: '/v1/videos', headers: [] as const, body: '{"prompt":"ü"}' }

it('comes in two pieces, with its length said beforehand, and on the connection of the others', async () => {
  const ports = new Set<number | undefined>()
  const origin = await serving((request, response) => {
    const pieces: string[] = []
    ports.add(request.socket.remotePort)
    request.on('data', (piece: Buffer) => pieces.push(piece.toString('latin1')))
    request.on('end', () => response.end(JSON.stringify([request.headers['content-length'], ...pieces])))
  })
  const wire = wireTo(origin)
  const said = async (parted: boolean) => {
    const { answer } = await wire.send({ ...POST, ...(parted && { inPieces: true as const }) }, never)
    return JSON.parse(answer!.bytes.toString())
  }
  expect(await said(false)).toEqual(['15', '{"prompt":"\u00c3\u00bc"}'])
  expect(await said(true)).toEqual(['15', '{"prompt', '":"\u00c3\u00bc"}'])
  expect(await said(false)).toEqual(['15', '{"prompt":"\u00c3\u00bc"}'])
  expect(ports.size).toBe(1)
})

it.each([
  ['is hung up on', (socket: Socket) => socket.destroy()],
  ['is answered at its head', (socket: Socket) => socket.end('HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n')],
])('brings nothing down where it %s', async (_, speak) => {
  const wire = wireTo(await saying(speak))
  for (let time = 0; time < 3; time++) {
    const { answer, failure } = await wire.send({ ...POST, inPieces: true }, never)
    expect(failure?.kind === 'reset' || answer?.status === 413).toBe(true)
  }
})

it('brings nothing down where the run is over before it goes out', async () => {
  const over = new AbortController()
  const wire = wireTo(await saying(() => undefined))
  const sent = wire.send({ ...POST, inPieces: true }, over.signal)
  over.abort()
  await sent.catch(() => undefined)
})

it('is written so by whatever else carries it', async () => {
  const written = async (parted: boolean) => {
    const stream = new PassThrough()
    const pieces: string[] = []
    stream.on('data', (piece: Buffer) => pieces.push(piece.toString()))
    endWith(stream, { ...POST, body: 'abcde', ...(parted && { inPieces: true as const }) })
    await new Promise((resolve) => stream.on('end', resolve))
    return pieces
  }
  expect(await written(true)).toEqual(['abc', 'de'])
  expect(await written(false)).toEqual(['abcde'])
})
