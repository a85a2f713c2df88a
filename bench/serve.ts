import { startService } from '../service/start.ts'
import { beside } from './beside.ts'
import { POLLS, rendering, submitting } from './clients.ts'
import { type Client, load, type Measured, rateOf } from './load.ts'
import { markdownTable } from './markdown-table.ts'
import { tell } from './tell.ts'

/** Alternating, so that other load affects both equally; the first round is not counted. */
const ROUNDS = 5
const MS = 1500
const CONNECTIONS = 16
const LEAST = 0.5
const STARTS = 20
const WITH_POLLS = `submissions, each with its ${POLLS} polls`

type Server = { baseUrl: string; key: string }

type Compared = { name: string; ours: number; bare: number; ratio: number }

/**
 * Submissions and polls per second, and start times, compared with a bare fastify route; written to
 * docs/reference/control-api.md.
 */
export async function serviceBesideBareFastify(): Promise<boolean> {
  const all = await beside('./processes/served-process.ts', (ours: Server) =>
    beside('./processes/bare-process.ts', async (bare: Server) => [
      await compared('submissions alone', submitting, { ours, bare }),
      await compared(WITH_POLLS, rendering, { ours, bare }),
    ]),
  )
  const rows = all.map(({ name, ours, bare, ratio }) => [name, ours.toFixed(0), bare.toFixed(0), ratio.toFixed(2)])
  const head = ['in a second', 'the service', 'a bare fastify route', 'ratio']
  const text = `${markdownTable([head, ...rows], [1, 2, 3])}\n\n${await starts()}`
  tell('docs/reference/control-api.md', 'speed', text)
  process.stdout.write(`${text}\n`)
  return all.every(({ ratio }) => ratio >= LEAST)
}

async function compared(
  name: string,
  client: () => Client,
  { ours, bare }: { ours: Server; bare: Server },
): Promise<Compared> {
  const measured: { ours: Measured[]; bare: Measured[] } = { ours: [], bare: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    const both = { ours: await loaded(client, ours), bare: await loaded(client, bare) }
    if (round === 0) continue
    measured.ours.push(both.ours)
    measured.bare.push(both.bare)
  }
  const [one, other] = [middle(measured.ours), middle(measured.bare)]
  return { name, ours: one, bare: other, ratio: one / other }
}

function loaded(client: () => Client, { baseUrl, key }: Server): Promise<Measured> {
  return load({ baseUrl, key, client, connections: CONNECTIONS, ms: MS })
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
  const usual = inOrder[inOrder.length >> 1]!
  return `\`startService()\` takes ${first.toFixed(0)} ms the first time in a process, and then ${usual.toFixed(1)} ms (the middle of ${STARTS - 1}).`
}

function middle(measured: readonly Measured[]): number {
  const rates = measured.map(rateOf).sort((one, other) => one - other)
  return rates[rates.length >> 1]!
}
