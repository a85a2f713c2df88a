import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { configure, type Wishes } from '../config/configuration.ts'
import { targetOf } from '../config/target.ts'
import type { HistoryEntry } from '../history/entry/entries.ts'
import type { Purpose } from '../history/entry/exchange.ts'
import { History } from '../history/history.ts'
import { Vault } from '../keys/vault.ts'
import { Client } from './client.ts'
import { Budget } from './limits/budget.ts'
import { RunIsOver } from './limits/over-budget.ts'
import { Network } from './network/network.ts'
import { requestTo, userAgentOf } from './requests.ts'
import { closeAll, closeLater, serving } from './transport/servers-for-tests.ts'

afterEach(closeAll)

/** What stands in the file each time that a request arrives. */
async function clientOf(wishes: Wishes = {}, isOnTheDisk = true) {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-noted-'))
  const path = join(folder, 'history.jsonl')
  const arrived: string[][] = []
  const origin = await serving((_, response) => {
    arrived.push(readFileSync(path, 'utf8').trimEnd().split('\n'))
    response.writeHead(202).end()
  })
  const history = new History(path)
  if (!isOnTheDisk)
    history.note = async (entry) => {
      history.append(entry())
      return false
    }
  const configuration = configure({ seed: 1, ...wishes }, true)
  const target = targetOf(`${origin}/v1`)
  const budget = new Budget(configuration)
  const never = new AbortController().signal
  const client = new Client({
    ...{ target, history, configuration, budget, over: never, givenUp: never },
    ...{ userAgent: userAgentOf('abc23456'), network: new Network() },
    vault: new Vault({ A: 'cl_4Rt9xKq2Zw83hhPm' }, 1),
    onGone: () => undefined,
    onRefused: () => undefined,
  })
  closeLater(async () => {
    await client.close()
    history.close()
    rmSync(folder, { recursive: true })
  })
  const send = (part: Purpose['part']) =>
    client.ask(requestTo(target, 'POST /videos', { body: '{"duration":7}' }), { by: 'x', part }, { videoSeconds: 7 })
  const notedIn = (lines: string[]) =>
    lines.map((line) => JSON.parse(line) as HistoryEntry).filter(({ kind }) => kind === 'about to submit')
  return { send, arrived, budget, notedIn }
}

it('has written down what may cost something before it arrives', async () => {
  const { send, arrived, notedIn } = await clientOf()
  const { n } = await send('submission')
  expect(arrived.map(notedIn)).toEqual([[expect.objectContaining({ n, by: 'x', key: 'A', videoSeconds: 7 })]])
})

it('does not note what is made to be refused, unless every job counts', async () => {
  const one = await clientOf()
  await one.send('probe')
  expect(one.arrived[0]!.join('')).toBe('')
  const bounded = await clientOf({ maxJobs: 3 })
  await bounded.send('probe')
  expect(bounded.notedIn(bounded.arrived[0]!)).toHaveLength(1)
})

it('sends nothing that could not be noted, and charges nothing for it', async () => {
  const { send, arrived, budget } = await clientOf({}, false)
  await expect(send('submission')).rejects.toThrow(RunIsOver)
  expect([arrived.length, budget.spent().jobs]).toEqual([0, 0])
})
