import type { Dialect } from './dialects/dialect.ts'
import { DEFAULT_DIALECT, DIALECTS, isDialectName } from './dialects/index.ts'
import { httpServer } from './http-server.ts'
import { type Behaviour, createBehaviour } from './interface/behaviour.ts'
import type { KeyName, World } from './interface/world.ts'
import { issueKeys } from './issue-keys.ts'
import { openStore } from './store/store.ts'

export type ServiceOptions = {
  dialect?: string | Dialect
  port?: number
  /** A file for the state, which several processes may share; otherwise it lives in memory. */
  data?: string
  /** Unfinished jobs an account may have, instead of the dialect's. */
  capacity?: number
  /** Polls to the end of a job, instead of the dialect's. */
  polls?: number
  /** Faults and variants go in here. */
  patch?: (behaviour: Behaviour, world: World) => void
  host?: '127.0.0.1'
}

export type RunningService = {
  baseUrl: string
  keys: Record<KeyName, string>
  failingPrompt: string
  imageUrl: string
  close(): Promise<void>
}

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const world = createWorld(options)
  const behaviour = createBehaviour(world)
  const server = httpServer(behaviour)
  const close = async () => {
    await server.close()
    world.store.close()
  }
  try {
    options.patch?.(behaviour, world)
    world.origin = await server.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  } catch (error) {
    await close()
    throw error
  }
  const { own, sameAccount, otherAccount, revoked } = world.keys
  return {
    baseUrl: `${world.origin}/v1`,
    keys: { own: own.key, sameAccount: sameAccount.key, otherAccount: otherAccount.key, revoked: revoked.key },
    failingPrompt: world.failingPrompt,
    imageUrl: world.imageUrl,
    close,
  }
}

function createWorld({ dialect: chosen, data, polls, capacity }: ServiceOptions): World {
  const dialect = typeof chosen === 'object' ? chosen : dialectNamed(chosen ?? DEFAULT_DIALECT)
  const store = openStore(data)
  return {
    dialect,
    store,
    clock: { now: () => Date.now() },
    origin: '',
    polls: polls ?? dialect.jobs.polls,
    capacity: capacity ?? dialect.room ?? Number.POSITIVE_INFINITY,
    failingPrompt: 'A video that cannot be made',
    imageUrl: 'https://images.example.com/lighthouse.png',
    keys: issueKeys(store),
    memory: new Map(),
  }
}

function dialectNamed(name: string): Dialect {
  if (isDialectName(name)) return DIALECTS[name]
  throw new RangeError(`no dialect is called ${name}; there are ${Object.keys(DIALECTS).join(', ')}`)
}
