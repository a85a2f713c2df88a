import { LIMITS } from '../config/limits.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { Attempt, Limit, Look, Outcome } from '../history/entry/inspection.ts'
import { urlIn } from '../history/reading/reading.ts'
import { Garbled, mostOfOne, ServedFile } from '../http/files/served-file.ts'
import type { Job } from '../jobs/job.ts'
import { isOfWholeKey, recipesIn } from '../keys/placeholders.ts'
import { mapStrings } from '../keys/words.ts'
import { OutOfReach, type Reading } from '../media/facts.ts'
import type { RunContext } from './context.ts'
import { Frames } from './frames.ts'

/** Timeouts of one download host in a row. */
export const MOST_TIMEOUTS = 2
/** Metadata is at the beginning of a file. */
export const SEARCHED_BYTES = 64 * 1024
/** A small file is complete with the first response. */
export const LEAST_REQUESTS_OF_A_LOOK = 1
export const mostBytesOfALook = (bounds: Parameters<typeof mostOfOne>[0]) => LIMITS.fileRequests * mostOfOne(bounds)

/** URLs may be valid for seconds only: before a download the job is polled again if its last poll is older. */
const FRESH_MS = 1500
const LEAST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1000
/** Maximum of attempts if other polls of the job may have replaced the URL each time. */
const MOST_TRIES = 6

/** A URL may have expired if it is fetched so long after its poll, unless all polls are slow. */
const LATE_MS = 1000
const LATE_POLLS = 5
const REPLACED = 'every time it was fetched, the job had been polled again in between and showed another url'
const LATE = 'every time it was fetched, the poll that showed it was more than a second old, on a busy machine'

type LookOptions = { time?: Look['time']; whole?: true }
type FetchOptions = { withKey?: true; whole?: true }
type Place = { url: string; poll: number }
type Tried = { attempt: Attempt; file: ServedFile }

/** Downloads and reads the videos of jobs. */
export class Files {
  readonly #by: string
  readonly #context: RunContext
  readonly #timeouts = new Map<string, number>()
  readonly #frames: Frames

  constructor(by: string, context: RunContext) {
    this.#by = by
    this.#context = context
    this.#frames = new Frames(context)
  }

  /** Inspects the video of a job that has succeeded. Undefined if the job shows no URL. */
  async inspect(job: Job, { time = 'first', whole }: LookOptions = {}): Promise<Look | undefined> {
    const { client, history } = this.#context
    const known = client.earlier?.takeLook({ by: this.#by, job: job.n, time })
    if (known) return known
    const at = client.now()
    const place = await this.#placeOf(job)
    if (!place) return undefined
    const path = job.polls.at(-1)?.request.path
    const reads: Exchange[] = []
    const stop = history.listen((entry) => {
      if (entry.kind === 'exchange' && entry.request.path === path) reads.push(entry)
    })
    const tries = await this.#try(job, place, whole ? { whole } : {}, reads).finally(stop)
    const { file, attempt } = tries.at(-1)!
    const { chunks, isWhole } = file
    const frame = time === 'first' ? await this.#frames.of(file, attempt.outcome) : undefined
    const size = file.size()
    const keys = this.#keysIn(file)
    const look: Look = {
      kind: 'look',
      by: this.#by,
      at,
      ms: Math.round(client.now() - at),
      job: job.n,
      time,
      attempts: tries.map((each) => each.attempt),
      ...(size !== undefined && { size }),
      read: chunks.length,
      ...(chunks.length > 0 && { digest: { sha256: chunks.sha256(), ...(isWhole && { whole: true as const }) } }),
      ...(keys.length > 0 && { keys }),
      ...(frame !== undefined && { frame }),
    }
    history.append(look)
    return look
  }

  /** `reads`: all polls of the job meanwhile. */
  async #try(job: Job, place: Place, options: FetchOptions, reads: readonly Exchange[]): Promise<Tried[]> {
    const tries = [await this.#fetch(job, place, options)]
    const last = () => tries.at(-1)!
    const again = async (how: FetchOptions) => {
      const next = await this.#placeOf(job, { afresh: true })
      return next && (await this.#fetch(job, next, how))
    }
    for (let time = 1; this.#isWorthAnother(last().attempt); time++) {
      // So that polls in flight are recorded.
      await this.#context.client.wait(this.#pauseMs() * time)
      const why = whyNoVerdict(last().attempt, reads, job.polls)
      if (time > 1 && !why) break
      const next = time === MOST_TRIES ? undefined : await again(options)
      if (!next && why) tries.push(withoutVerdict(last(), why))
      if (!next) break
      tries.push(next)
    }
    const { outcome } = last().attempt
    if (outcome.kind === 'refused' && outcome.what === undefined) tries.push((await again({ whole: true })) ?? last())
    if (this.#isWorthAnother(last().attempt) && this.#mayNeedAKey(tries[0]!.attempt)) {
      const withKey = await again({ ...options, withKey: true })
      if (withKey && !this.#isWorthAnother(withKey.attempt)) tries.push(withKey)
    }
    return tries
  }

  async #fetch(job: Job, { url, poll }: Place, { withKey, whole }: FetchOptions): Promise<Tried> {
    const { client, vault } = this.#context
    const file = new ServedFile(client.fetcher, url, {
      withKey: withKey === true,
      ...(whole && { whole }),
      wait: (ms) => client.wait(ms),
      hasTimeFor: (ms) => client.hasTimeFor(ms),
      pauseMs: this.#pauseMs(),
      renew: async () => (await this.#placeOf(job, { afresh: true }))?.url,
    })
    const outcome = mapStrings(await this.#outcomeOf(file, url), (text) => vault.scrub(text))
    const attempt: Attempt = {
      url: vault.scrub(url).slice(0, LIMITS.urlCharacters),
      poll,
      ...(withKey && { withKey }),
      fetches: file.fetches,
      outcome,
    }
    return { attempt, file }
  }

  async #outcomeOf(file: ServedFile, url: string): Promise<Outcome> {
    const { origin } = new URL(url)
    const timeouts = this.#timeouts.get(origin) ?? 0
    if (timeouts >= MOST_TIMEOUTS)
      return { kind: 'not fetched', why: `${origin} did not respond, ${timeouts} times in a row` }
    try {
      const opening = await file.open()
      if (opening.kind === 'unreachable') this.#timeouts.set(origin, timeouts + 1)
      if (opening.kind !== 'open') return opening
      // Loaded on demand: commands without videos start faster.
      const { readMedia } = await import('../media/read-media.ts')
      const reading = await readMedia(file)
      return file.cut && !isUnreadable(reading) ? file.cut : { kind: 'read', reading }
    } catch (error) {
      if (error instanceof Garbled) return { kind: 'read', reading: { kind: 'not whole', what: error.message } }
      if (!(error instanceof OutOfReach)) throw error
      const { message, limit } = error
      return file.cut ?? { kind: 'not fetched', why: message, ...(limit !== undefined && { limit: limit as Limit }) }
    }
  }

  /** Unreachable hosts of others never lead to a verdict. */
  #isWorthAnother({ outcome, url }: Attempt): boolean {
    if (outcome.kind === 'unreachable') return this.#context.client.fetcher.isOfTheServer(url)
    if (outcome.kind === 'read') return isUnreadable(outcome.reading)
    return outcome.kind === 'refused' || outcome.kind === 'cut'
  }

  /** Only the server itself gets the key. */
  #mayNeedAKey({ outcome, url }: Attempt): boolean {
    const isNothing = outcome.kind === 'refused' || (outcome.kind === 'read' && outcome.reading.kind === 'no video')
    return isNothing && this.#context.client.fetcher.isOfTheServer(url)
  }

  #keysIn(file: ServedFile): string[] {
    const text = Buffer.from(file.chunks.read(0, SEARCHED_BYTES)).toString('latin1')
    return recipesIn(this.#context.vault.scrub(text)).flatMap((recipe) => (isOfWholeKey(recipe) ? [recipe.text] : []))
  }

  #pauseMs(): number {
    return Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, this.#context.configuration.pollIntervalMs))
  }

  async #placeOf(job: Job, { afresh = false } = {}): Promise<Place | undefined> {
    const { client, jobs, vault } = this.#context
    const last = job.polls.findLast((poll) => urlIn(poll) !== undefined)
    const isFresh = last && client.now() - (last.at + last.ms) < FRESH_MS
    const poll = last && isFresh && !afresh ? last : await jobs.poll(job, this.#by)
    const shown = urlIn(poll) ?? (last && urlIn(last))
    const url = shown === undefined ? undefined : vault.fill(shown)
    return url !== undefined && URL.canParse(url) && /^https?:/i.test(url) ? { url, poll: poll.n } : undefined
  }
}

const isUnreadable = (reading: Reading) => reading.kind === 'no video' || reading.kind === 'not whole'

function withoutVerdict({ attempt, file }: Tried, why: string): Tried {
  return { file, attempt: { ...attempt, fetches: [], outcome: { kind: 'not fetched', why } } }
}

/** Why the server may not be at fault. */
function whyNoVerdict(attempt: Attempt, reads: readonly Exchange[], polls: readonly Exchange[]): string | undefined {
  if (isReplaced(attempt, reads)) return REPLACED
  return isLate(attempt, polls) ? LATE : undefined
}

/** Another poll showed another URL in the meantime, so this one may be invalid. */
function isReplaced({ poll, fetches }: Attempt, reads: readonly Exchange[]): boolean {
  const shown = reads.find(({ n }) => n === poll)
  const last = fetches.at(-1)
  if (!shown || !last) return false
  const isBetween = ({ at, ms }: Exchange) => at + ms >= shown.at && at <= last.at + last.ms
  return reads.some((each) => isBetween(each) && ![urlIn(shown), undefined].includes(urlIn(each)))
}

function isLate({ poll, fetches, outcome }: Attempt, polls: readonly Exchange[]): boolean {
  const shown = polls.find(({ n }) => n === poll)
  const [first] = fetches
  if (!shown || !first || outcome.kind === 'cut') return false
  const quickest = Math.min(...polls.map(({ ms }) => ms))
  return first.at - shown.at > Math.max(LATE_MS, LATE_POLLS * quickest)
}
