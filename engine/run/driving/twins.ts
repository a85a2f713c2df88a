import { type EndpointName, endpoint } from '../../../spec/endpoints.ts'
import { below, type Target } from '../../config/target.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { INTRODUCTION } from '../../history/entry/no-phases.ts'
import type { History } from '../../history/history.ts'
import { succeeded } from '../../history/reading/reading.ts'
import { receivedInWords } from '../../history/reading/words.ts'
import type { Jobs } from '../../jobs/pool.ts'
import type { Control } from '../controls.ts'
import { NotTested } from '../not-tested.ts'

type Parts = { target: Target; history: History; jobs: Jobs; submission: Exchange | undefined; noJob: NotTested }

/** One request to each endpoint that this run has seen succeed. Without one, nothing said of that endpoint would count. */
export class Twins {
  readonly #found = new Map<EndpointName, Promise<Control>>()
  readonly #target: Target
  readonly #history: History
  readonly #jobs: Jobs
  readonly #submission: Exchange | undefined
  readonly #noJob: NotTested

  constructor({ target, history, jobs, submission, noJob }: Parts) {
    this.#target = target
    this.#history = history
    this.#jobs = jobs
    this.#submission = submission
    this.#noJob = noJob
  }

  of(name: EndpointName): Promise<Control> {
    let twin = this.#found.get(name)
    if (!twin) {
      twin = this.#find(name)
      // Each check that asks hears of the failure by itself.
      twin.catch(() => undefined)
      this.#found.set(name, twin)
    }
    return twin
  }

  async #find(name: EndpointName): Promise<Control> {
    const exchange = await this.#candidate(name)
    if (!exchange) throw this.#noJob
    if (!succeeded(exchange))
      throw new NotTested(`the control request did not return 2xx: ${receivedInWords(exchange)}`, {
        kind: 'no control',
      })
    return { exchange, request: exchange.request }
  }

  #candidate(name: EndpointName): Promise<Exchange | undefined> | Exchange | undefined {
    if (name === 'POST /videos') return this.#submission
    return endpoint(name).path.includes('{id}') ? this.#firstRead() : this.#reading(name)
  }

  async #firstRead(): Promise<Exchange | undefined> {
    const job = this.#jobs.all[0]
    await job?.firstPoll
    return job?.polls.find(succeeded) ?? job?.polls.at(-1)
  }

  /** The introduction has asked each reading at least once. */
  #reading(name: EndpointName): Exchange | undefined {
    const path = below(this.#target, endpoint(name).path)
    const asked = this.#history.recording.exchangesBy(INTRODUCTION).filter(({ request }) => request.path === path)
    return asked.findLast(succeeded) ?? asked.at(-1)
  }
}
