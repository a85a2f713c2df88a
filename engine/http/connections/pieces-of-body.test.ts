import { afterEach, expect, it } from 'vitest'
import { closeAll, never, serving, wireTo } from './wire-for-tests.ts'

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
