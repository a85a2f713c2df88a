import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, GET, never, saying, serving, wireTo } from './wire-for-tests.ts'

afterEach(closeAll)

describe('connections', () => {
  const answering = (headers = {}) => serving((_, response) => response.writeHead(200, headers).end('ok'))

  it('are kept and numbered from one', async () => {
    const wire = wireTo(await answering())
    expect([(await wire.send(GET, never)).connection, (await wire.send(GET, never)).connection]).toEqual([1, 1])
  })

  it('are counted anew where the server closes each', async () => {
    const wire = wireTo(await answering({ Connection: 'close' }))
    expect([(await wire.send(GET, never)).connection, (await wire.send(GET, never)).connection]).toEqual([1, 2])
  })

  it('are as many as allowed, however much is sent at once', async () => {
    const wire = wireTo(await answering())
    const results = await Promise.all(Array.from({ length: 12 }, () => wire.send(GET, never)))
    expect(results.every((each) => each.answer?.status === 200)).toBe(true)
    expect(new Set(results.map((each) => each.connection)).size).toBeLessThanOrEqual(2)
  })

  it('carry one name alone where one is given', async () => {
    const wire = wireTo(await answering())
    const { connection: shared } = await wire.send(GET, never)
    const { connection: own } = await wire.send(GET, never, { alone: 'own' })
    const results = [
      await wire.send(GET, never),
      await wire.send(GET, never, { alone: 'own' }),
      await wire.send(GET, never, { alone: 'another' }),
    ]
    expect(results.map((each) => each.connection)).toEqual([shared, own, 3])
    expect(own).not.toBe(shared)
  })

  it('are opened again after a failure', async () => {
    let broken = true
    const origin = await saying((socket) => {
      socket.end(broken ? '' : 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      broken = false
    })
    const wire = wireTo(origin)
    expect(await wire.send(GET, never)).toMatchObject({ failure: { kind: 'reset' } })
    expect(await wire.send(GET, never)).toMatchObject({ answer: { status: 200 } })
  })
})
