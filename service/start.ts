import { accountsOf, type ServiceAccounts } from './accounts.ts'
import { httpServer } from './http-server.ts'
import { createBehaviour } from './interface/decisions.ts'
import type { KeyName, World } from './interface/world.ts'
import { type Layer, type Layers, layersOn } from './layers.ts'
import { settingsFrom, settingsIn, type Told } from './settings.ts'
import { openStore } from './store/store.ts'
import { type GivenKeys, issueUsualKeys } from './usual-keys.ts'

export type ServiceOptions = Told & {
  port?: number
  /** A file for the state, which several processes may share; otherwise it lives in memory. */
  data?: string
  /** Faults and variants go in here. */
  layers?: readonly Layer[]
  /** In full, so that they are the same after a restart. */
  givenKeys?: GivenKeys
  /** Where to listen: 127.0.0.1 unless said. */
  host?: string
}

export type RunningService = {
  readonly baseUrl: string
  readonly keys: Record<KeyName, string>
  readonly failingPrompt: string
  readonly imageUrl: string
  readonly accounts: ServiceAccounts
  readonly layers: Layers
  /** What is told anew holds from the next question on; the rest stays as it was told. */
  tell(more: Told): void
  close(): Promise<void>
}

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const settings = settingsFrom(options, [])
  const store = openStore(options.data)
  const ends: (() => unknown)[] = [() => store.close()]
  const close = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const accounts = accountsOf(store)
    const keys = store.transaction(() => issueUsualKeys(accounts, options.givenKeys ?? {}))
    const world = { ...settings, store, keys, origin: '', memory: new Map() }
    const behaviour = createBehaviour(world)
    const { tell, changeBy } = settingsIn(world, options)
    const layers = layersOn(behaviour, world, changeBy)
    ends.push(() => layers.names().forEach(layers.takeOff))
    for (const layer of options.layers ?? []) layers.put(layer)
    const server = httpServer(behaviour)
    ends.push(() => server.close())
    world.origin = await server.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
    return running(world, { accounts, layers, tell, close })
  } catch (error) {
    await close()
    throw error
  }
}

type Reins = Pick<RunningService, 'accounts' | 'layers' | 'tell' | 'close'>

function running(world: World, reins: Reins): RunningService {
  const { own, sameAccount, otherAccount, revoked } = world.keys
  return {
    baseUrl: `${world.origin}/v1`,
    keys: { own: own.key, sameAccount: sameAccount.key, otherAccount: otherAccount.key, revoked: revoked.key },
    get failingPrompt() {
      return world.failingPrompt
    },
    get imageUrl() {
      return world.imageUrl
    },
    ...reins,
  }
}
