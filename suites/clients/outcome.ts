import { recordOf } from '../../engine/history/reading/reading.ts'
import { type ClientCheck, clientCheck, type Known, type Scenario } from '../../engine/judge/clients/check.ts'
import type { ClientFact } from '../../engine/judge/clients/facts.ts'
import { decoded, isAtTheInterface, isPoll, isTakenOn, type Passage } from '../../engine/judge/clients/passage.ts'
import { broken, type ClientVerdict, kept, notJudged } from '../../engine/judge/clients/verdict.ts'
import { isAsGiven } from '../../engine/judge/clients/video-urls.ts'
import { asItWas } from '../../engine/keys/placeholders.ts'
import { RefusalsExplained } from './refusals.ts'
import { holdsAKey } from './requests.ts'
import { ClientTally, pollIn, requestRule } from './traffic.ts'

/** The last poll of one job, and whether it showed anything new to the client. */
type Course = { n: number; isFinal: boolean; isNew: boolean; shapes: Set<string>; status: string }

/** A client that continued after every oddity and then stopped polling: how long it polls is its own choice. */
class GaveUp {
  readonly #courses = new Map<string, Course>()

  see(passage: Passage): void {
    const poll = pollIn(passage)
    if (poll?.status === undefined || !isAtTheInterface(passage)) return
    const record = recordOf(passage.exchange) ?? {}
    const what = JSON.stringify([poll.client, poll.id])
    const before = this.#courses.get(what)
    const shapes = before?.shapes ?? new Set<string>()
    const shape = shapeOf(record, before)
    const isNew = !shapes.has(shape)
    shapes.add(shape)
    this.#courses.set(what, { n: passage.n, isFinal: poll.final !== undefined, isNew, shapes, status: poll.status })
  }

  /** Undefined if it stopped right after something new. */
  get verdict(): ClientVerdict | undefined {
    const unfinished = [...this.#courses.values()].filter(({ isFinal }) => !isFinal)
    if (unfinished.length === 0 || unfinished.some(({ isNew }) => isNew)) return undefined
    return notJudged({ kind: 'not decided' }, IN_WORDS, [unfinished.at(-1)!.n])
  }
}

const IN_WORDS = 'it had continued until then; how long it polls an unfinished job is its own choice'

/** Names and types of the fields, and whether the status changed. */
function shapeOf(record: Record<string, unknown>, before: Course | undefined): string {
  const types = Object.entries(record).map(([name, value]) => `${name}: ${value === null ? 'null' : typeof value}`)
  const step = before === undefined || before.status === record.status ? record.status : [before.status, record.status]
  return JSON.stringify([step, types.toSorted()])
}

const NO_END = notJudged({ kind: 'end unknown' }, 'how the client ended is not known')

type Tried = NonNullable<Scenario['tries']>

const hasAVideo = (known: Known): boolean => {
  const { outcome } = known.options
  return isHandedOn(known) || (outcome?.hasVideo ?? known.events.has('a job that succeeded'))
}

/** A client may print the url instead of downloading it. A line of a log that only contains it does not count. */
function isHandedOn({ options: { outcome }, urls }: Known): boolean {
  const named = new Set(urls.all().map(({ url }) => url))
  if (named.size === 0) return false
  return outcome?.output.split('\n').some((line) => allThatIsSaid(line).some((text) => named.has(text))) ?? false
}

/** The possible texts of a line, without a name or quotes around them: `https://…`, `url: https://…`, `"url": "https://…",`. */
function allThatIsSaid(line: string): string[] {
  const text = line.trim()
  const whole = text.slice(BEFORE.exec(text)?.[0].length ?? 0)
  const withoutComma = whole.endsWith(',') ? whole.slice(0, -1).trimEnd() : whole
  const withoutQuote = /["'>]$/.test(withoutComma) ? withoutComma.slice(0, -1).trimEnd() : withoutComma
  return [whole, withoutComma, withoutQuote]
}

const BEFORE = /^(?:["']?[\w -]{1,40}["']? ?[:=] ?)?["'<]?\s*(?=https?:)/i

/**
 * A conforming client completes the scenario. Otherwise the subject of the scenario stopped it, or a refusal with another
 * reason. The end has no request of its own, so the last one is the evidence.
 */
function notStoppedBy(clause: Tried, by: Extract<ClientFact, { kind: 'stopped' }>['by']): ClientCheck {
  return clientCheck({
    clause,
    begin: () => ({ last: undefined as number | undefined, refusals: new RefusalsExplained(), gaveUp: new GaveUp() }),
    see(notes, passage, known): void {
      if (known.options.scenario?.tries !== clause) return
      notes.last = passage.n
      notes.refusals.see(passage, known)
      notes.gaveUp.see(passage)
    },
    conclude({ last: n, refusals, gaveUp }, known): ClientVerdict {
      const { scenario, outcome } = known.options
      if (scenario?.tries !== clause)
        return notJudged({ kind: 'not tried' }, 'only a scenario of gatecheck client tests it')
      if (!outcome) return NO_END
      const evidence = n === undefined ? [] : [n]
      const { end } = outcome
      const isRight = 'exit' in end && end.exit === 0 && hasAVideo(known)
      if (isRight) return kept(1, evidence)
      // A client that crashed or hung did not give up.
      const free = refusals.verdict ?? ('exit' in end ? gaveUp.verdict : undefined)
      return free ?? broken([{ fact: { kind: 'stopped', by, end }, evidence }], 1)
    },
  })
}

export const notStopped: readonly ClientCheck[] = [
  notStoppedBy('client.takes-any-id', 'an id'),
  notStoppedBy('client.goes-on-whatever-was-not-promised', 'what was not promised'),
  notStoppedBy('client.needs-no-more-than-is-promised', 'no more than was promised'),
]

/** Whether the text was printed: plainly, in JSON, in another letter case, or with other line breaks. */
function isIn(output: string, text: string): boolean {
  const flat = (each: string) => each.replace(/\s+/g, ' ').trim().toLowerCase()
  const forms = [text, JSON.stringify(text).slice(1, -1)].map(flat)
  return forms.some((form) => form !== '' && flat(output).includes(form))
}

type Failed = { n: number; id: string | undefined; texts: string[] }

const OF_A_VIDEO = /\.(?:mp4|m4v|mov|webm|mkv|avi)$/i

/** A video file named after the job, although no url was ever returned. */
function isAVideoOf({ id }: Failed, { exchange: { request }, asked }: Passage): boolean {
  if (id === undefined || request.method !== 'GET' || asked?.id === id) return false
  const path = decoded(request.path.split('?')[0]!)
  return path?.includes(id) === true && OF_A_VIDEO.test(path)
}

export const saysThatAJobFailed: ClientCheck = clientCheck({
  clause: 'client.says-that-a-job-failed',
  begin: () => ({ failed: undefined as Failed | undefined, fetched: undefined as number | undefined }),
  see(notes, passage, { urls }) {
    const { failed } = notes
    if (failed && (urls.meantBy(passage.exchange).length > 0 || isAVideoOf(failed, passage))) notes.fetched = passage.n
    if (!isAtTheInterface(passage) || !isPoll(passage) || !isTakenOn(passage)) return
    const { status, error } = recordOf(passage.exchange) ?? {}
    if (status !== 'failed') return
    const { code, message } = (error ?? {}) as Record<string, unknown>
    const texts = [code, message].filter((each) => typeof each === 'string')
    notes.failed ??= { n: passage.n, id: passage.asked.id, texts }
  },
  conclude({ failed, fetched }, { options: { outcome }, events }): ClientVerdict {
    if (!failed) return notJudged({ kind: 'nothing sent' }, 'none of its jobs failed')
    // It may end with the video of the other job.
    if (events.has('a job that succeeded'))
      return notJudged({ kind: 'not decided' }, 'another of its jobs succeeded', [failed.n])
    if (!outcome) return notJudged({ kind: 'end unknown' }, 'how the client ended is not known', [failed.n])
    const { end, output } = outcome
    const saidIt = failed.texts.some((text) => isIn(output, text))
    const isFailure = 'signal' in end || ('exit' in end && end.exit !== 0)
    if (isFailure && saidIt && fetched === undefined) return kept(1, [failed.n])
    const fact: ClientFact = { kind: 'failed job kept quiet', end, saidIt, downloaded: fetched !== undefined }
    const evidence = [failed.n, ...(fetched === undefined ? [] : [fetched])]
    return broken([{ fact, evidence, beside: failed.n }], 1)
  },
})

export const endsWellOnlyWithAVideo: ClientCheck = clientCheck({
  clause: 'client.ends-well-only-with-a-video',
  begin: () => ({ n: undefined as number | undefined }),
  see(notes, { n }): void {
    notes.n = n
  },
  conclude({ n }, known): ClientVerdict {
    const { outcome } = known.options
    if (!outcome) return NO_END
    const evidence = n === undefined ? [] : [n]
    const isWell = 'exit' in outcome.end && outcome.end.exit === 0
    if (!isWell) return notJudged({ kind: 'not tried' }, 'it did not exit with 0', evidence)
    if (hasAVideo(known)) return kept(1, evidence)
    const saw = whatItSaw(known)
    // Another clause judges what it does after a failed job.
    if (saw === 'a failed job') return notJudged({ kind: 'not tried' }, 'its job failed', evidence)
    return broken([{ fact: { kind: 'ended well without a video', saw }, evidence }], 1)
  },
})

function whatItSaw({ events }: Known): Extract<ClientFact, { kind: 'ended well without a video' }>['saw'] {
  if (events.has('a job that succeeded')) return 'a cut download'
  if (events.has('a job that failed')) return 'a failed job'
  return events.has('a submission taken on') ? 'no final state' : 'nothing'
}

const NOBODY = 'no request for a video was recorded'
const OUT_OF_SIGHT = { kind: 'out of sight' } as const

export const fetchesAsGiven: ClientCheck = clientCheck({
  clause: 'client.fetches-the-url-as-given',
  begin: () => ({ tally: new ClientTally(), redirected: new Set<string>() }),
  see({ tally, redirected }, { exchange, client, n, status = 0 }, known) {
    const { urls, target } = known
    const meant = urls.meantBy(exchange)
    if (status >= 300 && status < 400) for (const { url } of meant) redirected.add(url)
    const named = meant.length > 0 ? meant : takenHome(exchange, known).filter(({ url }) => !redirected.has(url))
    if (named.length === 0) return
    tally.tries({ n })
    if (meant.some(({ url }) => isAsGiven(url, exchange))) return
    const { n: beside, url: given } = named.at(-1)!
    const origin = exchange.kind === 'elsewhere' ? exchange.origin : target.origin
    const fact = { kind: 'other url', given, fetched: origin + asItWas(exchange.request.path) } as const
    tally.breaks({ fact, client, evidence: [beside, n], beside })
  },
  conclude: ({ tally }) => tally.verdict(NOBODY, OUT_OF_SIGHT),
})

/** Urls on another origin that were requested at the base URL's origin, for clients that know only the real base URL. */
const takenHome = (exchange: Passage['exchange'], { options, target, urls }: Known) =>
  options.baseUrlGiven && exchange.kind === 'elsewhere' && exchange.origin === target.origin
    ? urls.movedBy(exchange)
    : []

/** Another clause judges a key at another origin. */
export const fetchesWithoutTheKey = requestRule({
  clause: 'client.fetches-without-the-key',
  nothing: 'no request for a video at the origin of the base URL was recorded',
  cause: OUT_OF_SIGHT,
  inspect({ exchange }, { urls, target }) {
    const [named] = urls.meantBy(exchange)
    if (!named || (exchange.kind === 'elsewhere' && exchange.origin !== target.origin)) return undefined
    return exchange.request.headers.flat().some(holdsAKey)
      ? [{ fact: { kind: 'key with the video' }, beside: named.n }]
      : []
  },
})

type Fetched = { n: number; at: number; beside: number; from: number; isRefused: boolean }

export const fetchesInTime: ClientCheck = clientCheck({
  clause: 'client.fetches-before-the-url-expires',
  begin: () => ({ fetched: new Map<string, Fetched>() }),
  see({ fetched }, { exchange, n, at, status = 0 }, { urls }) {
    for (const { url, n: beside, at: from } of urls.meantBy(exchange))
      if (isAsGiven(url, exchange) && !fetched.has(url))
        fetched.set(url, { n, at, beside, from, isRefused: status >= 400 })
  },
  conclude({ fetched }, { options: { scenario }, lateness }) {
    const livedMs = scenario?.urlLivesMs
    if (livedMs === undefined) return notJudged({ kind: 'not tried' }, 'the lifetime of the video urls is unknown')
    const tally = new ClientTally()
    for (const { n, at, beside, from, isRefused } of fetched.values()) {
      tally.tries({ n })
      const afterMs = at - from - lateness.around(at)
      // A url that still worked had not expired.
      if (afterMs <= livedMs || !isRefused) continue
      tally.breaks({ fact: { kind: 'url expired', afterMs, livedMs }, evidence: [beside, n], beside })
    }
    return tally.verdict(NOBODY, OUT_OF_SIGHT)
  },
})
