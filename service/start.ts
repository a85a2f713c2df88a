import { accountsOf } from './accounts.ts'
import { serviceClock } from './clock.ts'
import type { Hands } from './control/hands.ts'
import { jobsInHand } from './control/jobs.ts'
import { snapshotsOf } from './control/snapshots.ts'
import { handling } from './handling.ts'
import { httpServer } from './http-server.ts'
import { createBehaviour } from './interface/decisions.ts'
import type { KeyName } from './interface/world.ts'
import { newJournal } from './journal/journal.ts'
import { keeper } from './journal/keep.ts'
import { noting } from './journal/noting.ts'
import { type Layer, type Layers, layersOn } from './layers.ts'
import { incomingOf } from './own-request.ts'
import { presents } from './present.ts'
import { scenariosOn } from './scenarios/play.ts'
import type { Catalogue, Play } from './scenarios/scenario.ts'
import type { SecondPort } from './second-port.ts'
import { livingSettings, type ServiceSettings } from './settings.ts'
import { openStore } from './store/store.ts'
import { type GivenKeys, issueUsualKeys } from './usual-keys.ts'
import type { Witness } from './witness.ts'
import { worldOf } from './world-of.ts'

export type ServiceOptions = ServiceSettings & {
  port?: number
  /** File for the state, which several processes may share; default: in memory. */
  data?: string
  /** Limit of jobs kept in memory (default: 50,000); the jobs that ended first are dropped. */
  mostJobs?: number
  /** Scenarios to play from the start. */
  scenarios?: readonly (Play | string)[]
  /** More scenarios to choose from by name. */
  catalogue?: Catalogue
  /** Patches that are not in the catalogue. */
  layers?: readonly Layer[]
  /** Given keys, which stay the same after a restart. */
  givenKeys?: GivenKeys
  /** Default: 127.0.0.1. */
  host?: string
  /** Service seconds per real second; 0 stops the clock. */
  speed?: number
  /** Port for control API and console; 0: any free port. */
  controlPort?: number
  /** Called with every request in full, keys included. */
  witness?: Witness
}

export type RunningService = Hands & {
  readonly keys: Record<KeyName, string>
  readonly failingPrompt: string
  readonly imageUrl: string
  /** Models listed at the moment. */
  readonly aliases: readonly string[]
  readonly layers: Layers
  /** Address of control API and console, if they are open. */
  readonly control: string | undefined
  /** Takes effect from the next request on; settings not given stay. */
  tell(more: ServiceSettings): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const clock = serviceClock()
  if (options.speed === 0) clock.stop()
  else if (options.speed !== undefined) clock.run(options.speed)
  const settings = livingSettings({ clock, ...options })
  const store = openStore(options.data, options.mostJobs)
  const ends: (() => unknown)[] = [() => store.close(), () => clock.close()]
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const accounts = accountsOf(store)
    const keys = store.transaction(() => issueUsualKeys(accounts, options.givenKeys ?? {}))
    const present = presents()
    const { world, listensAt } = worldOf({ store, keys, time: clock }, () => present.now()?.settings ?? settings.now())
    const behaviour = createBehaviour(world)
    Object.assign(behaviour, noting(behaviour, world, present.now))
    const layers = layersOn({ behaviour, plain: createBehaviour(world), world, settings, present: present.now })
    ends.push(() => layers.names().forEach(layers.takeOff))
    for (const layer of options.layers ?? []) layers.put(layer)
    const scenarios = scenariosOn(layers, options.catalogue)
    for (const play of options.scenarios ?? []) await scenarios.on(play)
    const journal = newJournal()
    const handle = handling({ behaviour, layers, presents: present, journal: keeper(journal, world) })
    const server = httpServer(handle, options.witness)
    ends.push(() => server.close())
    listensAt(await server.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 }))
    const hands: Hands = {
      baseUrl: `${world.origin}/v1`,
      accounts,
      jobs: jobsInHand(world),
      journal,
      scenarios,
      clock,
      snapshots: snapshotsOf({ store, clock, layers, journal, isNew: options.data === undefined }),
      store,
      async ask(caller, request) {
        const incoming = incomingOf(request)
        const { answer, whenSent } = await handle(incoming, caller)
        whenSent({ streamed: 0, isCut: incoming.socket.destroyed })
        return answer
      },
    }
    const secondPort = await secondPortFor(hands, options.controlPort)
    if (secondPort) ends.push(() => secondPort.close())
    const { own, sameAccount, otherAccount, revoked } = keys
    return {
      ...hands,
      keys: { own: own.key, sameAccount: sameAccount.key, otherAccount: otherAccount.key, revoked: revoked.key },
      get failingPrompt() {
        return world.failingPrompt
      },
      get imageUrl() {
        return world.imageUrl
      },
      get aliases() {
        return world.dialect.aliases
      },
      layers,
      control: secondPort?.url,
      tell: settings.tell,
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Loaded on demand: it takes longer than everything else. */
async function secondPortFor(hands: Hands, port: number | undefined): Promise<SecondPort | undefined> {
  if (port === undefined) return undefined
  const { openSecondPort } = await import('./second-port.ts')
  return openSecondPort(hands, port)
}
