import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { factsAbout } from './facts.ts'
import { requestsTo } from './request-count.ts'
import { type Facts, NoResult, type Rival } from './rival.ts'
import type { Server } from './servers.ts'

/** The findings of one tool about one server, and their cost. */
export type RivalTrial = {
  rival: string
  server: string
  seed: number
  failures: string[]
  requests: number
  seconds: number
  /** Why the tool has no result: then nothing is caught, and there is no false positive. */
  noResult?: string
}

export async function tryOut(rival: Rival, server: Server, seed: number): Promise<RivalTrial> {
  const facts = await knownAbout(server)
  const { provision, close } = await server.start()
  const folder = await mkdtemp(join(tmpdir(), 'gatecheck-rival-'))
  const before = requestsTo(provision.baseUrl)
  const began = performance.now()
  const outcome = { failures: [] as string[], noResult: undefined as string | undefined }
  try {
    outcome.failures = [...new Set(await rival.failures({ ...provision, facts, seed, folder }))].sort()
  } catch (error) {
    outcome.noResult = error instanceof NoResult ? error.message : String(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const seconds = (performance.now() - began) / 1000
  const requests = requestsTo(provision.baseUrl) - before
  await close()
  return {
    rival: rival.name,
    server: server.name,
    seed,
    failures: outcome.failures,
    requests,
    seconds,
    ...(outcome.noResult !== undefined && { noResult: outcome.noResult }),
  }
}

const learned = new Map<string, Promise<Facts>>()

function knownAbout({ known }: Server): Promise<Facts> {
  const learn = async () => {
    const { provision, close } = await known.start()
    try {
      return await factsAbout(provision)
    } finally {
      await close()
    }
  }
  const facts = learned.get(known.name) ?? learn()
  learned.set(known.name, facts)
  return facts
}
