import { startService } from '../service/start.ts'
import { beside } from './beside.ts'
import { type Load, load, type Measured, rateOf } from './load.ts'

/** In turn, so that whatever else the machine does meets both alike; the first turn is not counted. */
const ROUNDS = 5
const MS = 1500
const CONNECTIONS = 16
const LEAST = 0.5
const STARTS = 20

type Server = { baseUrl: string; key: string }
const BODY = JSON.stringify({ model: 'swift', prompt: 'A lighthouse in a storm', duration: 5 })

/** Submissions and polls in a second, and starts, beside the least that fastify can do. */
export async function serviceBesideBareFastify(): Promise<boolean> {
  const ratios = await beside('./served-process.ts', (ours: Server) =>
    beside('./bare-process.ts', async (bare: Server) => [
      await compared('submissions', (server) => submitting(server), { ours, bare }),
      await compared('polls', polling, { ours, bare }),
    ]),
  )
  process.stdout.write(`${await starts()}\n`)
  return ratios.every((ratio) => ratio >= LEAST)
}

type Work = (server: Server) => Promise<Omit<Load, 'connections' | 'ms'>>

async function compared(name: string, work: Work, { ours, bare }: { ours: Server; bare: Server }): Promise<number> {
  const measured: { ours: Measured[]; bare: Measured[] } = { ours: [], bare: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    const both = { ours: await loaded(work, ours), bare: await loaded(work, bare) }
    if (round === 0) continue
    measured.ours.push(both.ours)
    measured.bare.push(both.bare)
  }
  const ratio = middle(measured.ours) / middle(measured.bare)
  process.stdout.write(
    `${[
      `${name} over ${CONNECTIONS} connections, the middle of ${ROUNDS} turns:`,
      `  the service    ${middle(measured.ours).toFixed(0).padStart(6)} a second`,
      `  bare fastify   ${middle(measured.bare).toFixed(0).padStart(6)} a second`,
      `  ratio          ${ratio.toFixed(2)} (at least ${LEAST})`,
    ].join('\n')}\n`,
  )
  return ratio
}

async function loaded(work: Work, server: Server): Promise<Measured> {
  return load({ ...(await work(server)), connections: CONNECTIONS, ms: MS })
}

const submitting: Work = async ({ baseUrl, key }) => ({ url: `${baseUrl}/videos`, method: 'POST', key, body: BODY })

const polling: Work = async ({ baseUrl, key }) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${baseUrl}/videos`, { method: 'POST', headers, body: BODY })
  const { id } = (await answer.json()) as { id: string }
  return { url: `${baseUrl}/videos/${id}`, method: 'GET', key }
}

async function starts(): Promise<string> {
  const times: number[] = []
  for (let nth = 0; nth < STARTS; nth++) {
    const began = performance.now()
    const service = await startService()
    times.push(performance.now() - began)
    await service.close()
  }
  const [first = 0] = times
  const inOrder = times.slice(1).sort((one, other) => one - other)
  return `startService(): the first ${first.toFixed(1)} ms, then ${inOrder[inOrder.length >> 1]!.toFixed(1)} ms (the middle of ${STARTS - 1})`
}

function middle(measured: readonly Measured[]): number {
  const rates = measured.map(rateOf).sort((one, other) => one - other)
  return rates[rates.length >> 1]!
}
