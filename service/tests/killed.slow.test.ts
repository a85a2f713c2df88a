import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceOptions } from '../start.ts'
import { openStore } from '../store/store.ts'

const KILLS = 12
/** Concurrent submissions. */
const AT_ONCE = 6
const LONGEST_LIFE_MS = 120
const KEY = `cl_${'Killed0Often'.repeat(3)}`

let folder: string
let data: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-killed-'))
  data = join(folder, 'state.sqlite')
})
afterAll(() => rmSync(folder, { recursive: true }))

type Life = { child: ChildProcess; baseUrl: string; agent: Agent }

async function begin(): Promise<Life> {
  const options: ServiceOptions = { data, capacity: 1_000_000, polls: 3, givenKeys: { own: KEY } }
  const child = fork(fileURLToPath(new URL('served.ts', import.meta.url)), [JSON.stringify(options)])
  const [baseUrl] = (await once(child, 'message')) as [string]
  return { child, baseUrl, agent: new Agent() }
}

async function end({ child, agent }: Life): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  await agent.destroy()
}

const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

async function ask({ baseUrl, agent }: Life, path: string, body?: object) {
  const { origin, pathname } = new URL(baseUrl)
  const answer = await agent.request({
    origin,
    path: pathname + path,
    method: body ? 'POST' : 'GET',
    headers,
    body: body ? JSON.stringify(body) : null,
  })
  return { status: answer.statusCode, json: (await answer.body.json()) as { id: string; status: string } }
}

it(`loses and repeats no accepted job when killed ${KILLS} times during work`, async () => {
  /** Keyed by prompt; each prompt is sent once. */
  const accepted = new Map<string, { id: string; seen: string[] }>()
  let sent = 0
  const submitWithoutEnd = async (life: Life, isOver: () => boolean) => {
    while (!isOver()) {
      const prompt = `order ${++sent}`
      const { status, json } = await ask(life, '/videos', { model: 'swift', prompt })
      if (status !== 202) throw new Error(`${prompt}: ${status}`)
      const job = { id: json.id, seen: [] as string[] }
      accepted.set(prompt, job)
      if (sent % 3 === 0) job.seen.push((await ask(life, `/videos/${job.id}`)).json.status)
    }
  }

  for (let nth = 0; nth < KILLS; nth++) {
    const life = await begin()
    let isOver = false
    const clients = Array.from({ length: AT_ONCE }, () =>
      submitWithoutEnd(life, () => isOver).catch((error: NodeJS.ErrnoException) => {
        // Interrupted by the kill; a response other than 202 is a real error.
        if (!isOver) throw error
      }),
    )
    await sleep(Math.random() * LONGEST_LIFE_MS)
    isOver = true
    await end(life)
    await Promise.all(clients)
  }

  expect(accepted.size).toBeGreaterThan(KILLS)
  const stored = openStore(data)
  const prompts = stored.jobs.list({ most: sent + 1 }).map(({ parameters }) => parameters.prompt)
  stored.close()
  expect(new Set(prompts).size).toBe(prompts.length)
  const life = await begin()
  try {
    const missing: string[] = []
    const movedBack: string[] = []
    for (const [prompt, { id, seen }] of accepted) {
      const { status, json } = await ask(life, `/videos/${id}`)
      if (status !== 200) missing.push(prompt)
      // The first poll found it queued, so the second one must not.
      if (seen.includes('queued') && json.status === 'queued') movedBack.push(prompt)
    }
    expect({ missing, movedBack }).toEqual({ missing: [], movedBack: [] })
  } finally {
    await end(life)
  }
})
