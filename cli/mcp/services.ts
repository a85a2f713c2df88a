import { UsageError } from '../../engine/config/target.ts'
import { catalogue } from '../../fixtures/catalogue.ts'
import { PlayError } from '../../service/scenarios/scenario.ts'
import type { RunningService, ServiceOptions } from '../../service/start.ts'
import { start } from '../serve.ts'

const MOST = 4

/** The reference services that an agent has started. */
export class Services {
  readonly #running = new Map<string, RunningService>()

  /** With generated keys: those of the environment are for another server, and must not be shown. */
  async start(options: Pick<ServiceOptions, 'dialect' | 'capacity' | 'polls' | 'speed' | 'scenarios'>) {
    if (this.#running.size >= MOST) throw new UsageError(`serve: ${MOST} services are running: stop one first`)
    const service = await start({ ...options, host: '127.0.0.1', controlPort: 0, catalogue })
    this.#running.set(service.baseUrl, service)
    return service
  }

  at(baseUrl: string): RunningService | undefined {
    return this.#running.get(baseUrl.replace(/\/$/, ''))
  }

  /** Default: the service that was started last. */
  named(baseUrl: string | undefined): RunningService {
    const service = baseUrl === undefined ? [...this.#running.values()].at(-1) : this.at(baseUrl)
    if (service) return service
    const running = [...this.#running.keys()].join(', ') || 'none'
    throw new UsageError(`serve: no such service; running: ${running}. Start one with action "start"`)
  }

  async stop(baseUrl: string | undefined): Promise<RunningService> {
    const service = this.named(baseUrl)
    this.#running.delete(service.baseUrl)
    await service.close()
    return service
  }

  async turn(service: RunningService, to: 'on' | 'off', scenarios: readonly string[]): Promise<void> {
    try {
      for (const each of scenarios) {
        if (to === 'on') await service.scenarios.on(each)
        else service.scenarios.off(each)
      }
    } catch (error) {
      if (error instanceof PlayError) throw new UsageError(`serve: ${error.message} (action "list" shows all)`)
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((each) => this.stop(each)))
  }
}
