import { LIMITS } from '../config/limits.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { Attempt, Limit, Look, Outcome } from '../history/entry/look.ts'
import { urlIn } from '../history/reading/reading.ts'
import { Garbled, mostOfOne, ServedFile } from '../http/files/served-file.ts'
import type { Job } from '../jobs/job.ts'
import { isOfWholeKey, recipesIn } from '../keys/recipes.ts'
import { mapStrings } from '../keys/words.ts'
import { OutOfReach, type Reading } from '../media/facts.ts'
import type { Shared } from './controls.ts'
import { excuseOf } from './driving/excuses.ts'
import { Pictures } from './frames.ts'

/** Of one download host, in a row. */
export const MOST_TIMEOUTS = 2
/** Metadata is at the beginning of a file. */
export const SEARCHED_BYTES = 64 * 1024

/** Links may live for seconds only: a job that ended earlier is read again before its file is. */
const FRESH_MS = 1500
const LEAST_PAUSE_MS = 100
/** Where others read the job in between, each time: it is soon read by nobody else. */
const MOST_TRIES = 6
const LONGEST_PAUSE_MS = 1000
/** For a file that its beginning holds all of. */
export const LEAST_REQUESTS_OF_A_LOOK = 1
export const mostBytesOfALook = (bounds: Parameters<typeof mostOfOne>[0]) => LIMITS.fileRequests * mostOfOne(bounds)

export type LookOptions = { time?: Look['time']; whole?: true }

/** What a phase sees of the files that jobs lead to. */
export class FilesAtHand {
  readonly #by: string
  readonly #shared: Shared
  readonly #inVain = new Map<string, number>()
  readonly #pictures: Pictures

  constructor(by: string, shared: Shared) {
    this.#by = by
    this.#shared = shared
    this.#pictures = new Pictures(shared)
  }

  /** Looks at the file of a job that has succeeded; nothing where it shows no url. */
  async inspect(job: Job, { time = 'first', whole }: LookOptions = {}): Promise<Look | undefined> {
    const { client, history } = this.#shared
    const known = client.earlier?.takeLook({ by: this.#by, job: job.n, time })
    if (known) return known
    const at = client.now()
    const first = await this.#placeOf(job)
    if (!first) return undefined
    const tries = await this.#tries(job, first, { ...(whole && { whole }) })
    const { file, attempt } = tries.at(-1)!
    const digest: Look['digest'] = file.chunks.length > 0 ? digestOf(file) : undefined
    const frame = time === 'first' ? await this.#pictures.of(file, attempt.outcome) : undefined
    const size = file.size()
    const keys = this.#keysIn(file)
    const look: Look = {
      kind: 'look',
      by: this.#by,
      at,
      ms: Math.round(client.now() - at),
      job: job.n,
      time,
      attempts: tries.map(({ attempt }) => attempt),
      ...(size !== undefined && { size }),
      read: file.chunks.length,
      ...(digest && { digest }),
      ...(keys.length > 0 && { keys }),
      ...(frame !== undefined && { frame }),
    }
    history.append(look)
    return look
  }

  async #tries(job: Job, first: Place, as: { whole?: true }): Promise<Tried[]> {
    const path = job.polls.at(-1)?.request.path
    const reads: Exchange[] = []
    const stop = this.#shared.history.listen((entry) => {
      if (entry.kind === 'exchange' && entry.request.path === path) reads.push(entry)
    })
    try {
      return await this.#triesBeside(reads, job, first, as)
    } finally {
      stop()
    }
  }

  /** `reads`: of the same job, whoever sent them. */
  async #triesBeside(reads: readonly Exchange[], job: Job, first: Place, as: { whole?: true }): Promise<Tried[]> {
    const { client } = this.#shared
    const tries = [await this.#attempt(job, first, as)]
    const isInVain = () => this.#isWorthAnother(tries.at(-1)!.attempt)
    const anew = async (how: typeof as & { withKey?: true }) => {
      const place = await this.#placeOf(job, { afresh: true })
      return place && (await this.#attempt(job, place, how))
    }
    for (let time = 1; isInVain(); time++) {
      // Reads that were under way meanwhile are heard of by the end of it.
      await client.wait(this.#pauseMs() * time)
      const excuse = excuseOf(tries.at(-1)!.attempt, reads, job.polls)
      if (time > 1 && !excuse) break
      const next = time === MOST_TRIES ? undefined : await anew(as)
      if (!next && excuse) tries.push(withoutVerdict(tries.at(-1)!, excuse))
      if (!next) break
      tries.push(next)
    }
    // A range may be what it is refused for, and the key what it is missing.
    if (isInVain() && this.#isRefused(tries.at(-1)!)) tries.push((await anew({ whole: true })) ?? tries.at(-1)!)
    if (isInVain() && this.#mayWantAKey(tries[0]!)) {
      const withKey = await anew({ ...as, withKey: true })
      if (withKey && !this.#isWorthAnother(withKey.attempt)) tries.push(withKey)
    }
    return tries
  }

  async #attempt(
    job: Job,
    { url, poll }: Place,
    { withKey = false, whole }: { withKey?: boolean; whole?: true },
  ): Promise<Tried> {
    const { client, vault } = this.#shared
    const file = new ServedFile(client.fetcher, url, {
      withKey,
      ...(whole && { whole }),
      wait: (ms) => client.wait(ms),
      hasTimeFor: (ms) => client.hasTimeFor(ms),
      pauseMs: this.#pauseMs(),
      renew: async () => (await this.#placeOf(job, { afresh: true }))?.url,
    })
    // Whatever came of it may be told in the words of whoever answered.
    const outcome = mapStrings(await this.#outcomeOf(file, url), (text) => vault.scrub(text))
    const attempt: Attempt = {
      url: vault.scrub(url).slice(0, LIMITS.urlCharacters),
      poll,
      ...(withKey && { withKey: true as const }),
      fetches: file.fetches,
      outcome,
    }
    return { attempt, file }
  }

  async #outcomeOf(file: ServedFile, url: string): Promise<Outcome> {
    const { origin } = new URL(url)
    const inVain = this.#inVain.get(origin) ?? 0
    if (inVain >= MOST_TIMEOUTS)
      return { kind: 'not fetched', why: `${origin} did not respond, ${inVain} times in a row` }
    try {
      const opening = await file.open()
      if (opening.kind === 'unreachable') this.#inVain.set(origin, inVain + 1)
      if (opening.kind !== 'open') return opening
      // On demand: commands that fetch no videos start faster.
      const { readMedia } = await import('../media/read-media.ts')
      const reading = await readMedia(file)
      return file.cut && !isTold(reading) ? file.cut : { kind: 'read', reading }
    } catch (error) {
      if (error instanceof Garbled) return { kind: 'read', reading: { kind: 'not whole', what: error.message } }
      if (error instanceof OutOfReach) return file.cut ?? { kind: 'not fetched', ...whyOf(error) }
      throw error
    }
  }

  /** Somebody else whom nobody reaches is not asked twice: that is no verdict in any event. */
  #isWorthAnother({ outcome, url }: Attempt): boolean {
    if (outcome.kind === 'unreachable') return this.#shared.client.fetcher.isOfTheServer(url)
    if (outcome.kind === 'read') return isTold(outcome.reading)
    return outcome.kind === 'refused' || outcome.kind === 'cut'
  }

  /** The key is shown to the server itself, and to nobody else. */
  #mayWantAKey({ attempt: { outcome, url } }: { attempt: Attempt }): boolean {
    const isNothing = outcome.kind === 'refused' || (outcome.kind === 'read' && outcome.reading.kind === 'no video')
    return isNothing && this.#shared.client.fetcher.isOfTheServer(url)
  }

  #isRefused({ attempt: { outcome } }: { attempt: Attempt }): boolean {
    return outcome.kind === 'refused' && outcome.what === undefined
  }

  /** In its first bytes, where files say what they are and who made them. */
  #keysIn(file: ServedFile): string[] {
    const text = Buffer.from(file.chunks.read(0, SEARCHED_BYTES)).toString('latin1')
    return recipesIn(this.#shared.vault.scrub(text)).flatMap((recipe) => (isOfWholeKey(recipe) ? [recipe.text] : []))
  }

  #pauseMs(): number {
    return Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, this.#shared.configuration.pollIntervalMs))
  }

  async #placeOf(job: Job, { afresh = false } = {}): Promise<Place | undefined> {
    const last = job.polls.findLast((poll) => urlIn(poll) !== undefined)
    const isFresh = last && this.#shared.client.now() - (last.at + last.ms) < FRESH_MS
    const poll = last && isFresh && !afresh ? last : await this.#shared.jobs.poll(job, this.#by)
    const shown = urlIn(poll) ?? (last && urlIn(last))
    const url = shown === undefined ? undefined : this.#shared.vault.fill(shown)
    return url !== undefined && URL.canParse(url) && /^https?:/i.test(url) ? { url, poll: poll.n } : undefined
  }
}

type Tried = { attempt: Attempt; file: ServedFile }

function withoutVerdict({ attempt, file }: Tried, why: string): Tried {
  return { file, attempt: { ...attempt, fetches: [], outcome: { kind: 'not fetched', why } } }
}

/** Of what was read to know the file, so that equal files have equal digests. */
const digestOf = ({ chunks, isWhole }: ServedFile) => ({
  sha256: chunks.sha256(),
  ...(isWhole && { whole: true as const }),
})

type Place = { url: string; poll: number }

const isTold = (reading: Reading) => reading.kind === 'no video' || reading.kind === 'not whole'

function whyOf({ message, limit }: OutOfReach): Pick<Extract<Outcome, { kind: 'not fetched' }>, 'why' | 'limit'> {
  return { why: message, ...(limit !== undefined && { limit: limit as Limit }) }
}
