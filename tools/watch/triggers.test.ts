import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changed, refuseMissing, restarted } from './triggers.ts'

async function listening(port = 0) {
  const server = createServer((socket) => socket.resume())
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  return { url: `http://127.0.0.1:${address.port}/v1`, port: address.port, close: () => server.close() }
}

describe('a restart', () => {
  it('is seen when the port accepts connections again', async () => {
    const first = await listening()
    let isSeen = false
    const seen = restarted(first.url, AbortSignal.timeout(20_000)).then(() => {
      isSeen = true
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(isSeen).toBe(false)
    first.close()
    await new Promise((resolve) => setTimeout(resolve, 500))
    const second = await listening(first.port)
    await seen
    second.close()
  })
})

describe('a changed file', () => {
  it('is seen below a folder, except in folders of tools', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatecheck-test-'))
    const server = await listening()
    let isSeen = false
    const seen = changed([folder], server.url, AbortSignal.timeout(20_000)).then(() => {
      isSeen = true
    })
    writeFileSync(join(folder, '.gatecheck'), '')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(isSeen).toBe(false)
    writeFileSync(join(folder, 'server.ts'), '')
    await seen
    server.close()
    rmSync(folder, { recursive: true })
  })

  it('must exist', () => {
    expect(() => refuseMissing(['/nowhere/at/all'])).toThrow('--watch /nowhere/at/all: the path does not exist')
  })
})
