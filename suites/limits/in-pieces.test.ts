import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { inRounds } from '../../fixtures/in-rounds.ts'
import { run } from '../../reporters/outcome/run.ts'
import { SUITES } from '../index.ts'

/** In front of a lawful server: of a body it reads the first piece that comes, or all of them. */
async function frontOf(target: string, reads: 'first' | 'all') {
  const pass: RequestListener = (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', async () => {
      const { authorization, 'content-type': type } = request.headers
      const body = Buffer.concat(reads === 'first' ? pieces.slice(0, 1) : pieces)
      const answer = await fetch(new URL(request.url!, target), {
        method: request.method!,
        headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
        ...(body.length > 0 && { body: Uint8Array.from(body) }),
      })
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  }
  const server = createServer(pass).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { baseUrl, close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) }
}

async function refusedBehind(reads: 'first' | 'all') {
  const { provision, close } = await startEmbedded({ capacity: 50 })
  const front = await frontOf(provision.baseUrl, reads)
  try {
    const { report } = await run({
      provision: { ...provision, baseUrl: front.baseUrl },
      wishes: { profile: 'standard', only: ['limits'], pollIntervalMs: 3, settleMs: 20, seed: 1 },
      suites: SUITES,
      local: true,
    })
    const broken = report.checks.filter(({ verdict }) => verdict === 'fail')
    return broken.map(({ clause, violations = [] }) => [clause, violations.map((each) => each.case)])
  } finally {
    await front.close()
    await close()
  }
}

it('accuses who takes the first piece of a body for all of it, of that alone', async () => {
  // Where both pieces come as one, it takes all of the body.
  const isAccusedOfIt = await inRounds(false, async () =>
    isDeepStrictEqual(await refusedBehind('first'), [['submission.accepted-with-202', ['the body in two pieces']]]),
  )
  expect(isAccusedOfIt).toBe(true)
})
