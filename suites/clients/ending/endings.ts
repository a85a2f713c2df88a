import { recordOf } from '../../../engine/history/reading/reading.ts'
import { type ClientCheck, clientCheck, type Known, type Scenario } from '../../../engine/judge/clients/check.ts'
import type { ClientFact } from '../../../engine/judge/clients/facts.ts'
import { decoded, isAtTheInterface, isPoll, isTakenOn, type Passage } from '../../../engine/judge/clients/passage.ts'
import { broken, type ClientVerdict, kept, notJudged } from '../../../engine/judge/clients/verdict.ts'
import { RefusalsExplained } from '../refused/explained.ts'
import { GaveUp } from './gave-up.ts'

const NO_END = notJudged({ kind: 'end unknown' }, 'how the client ended is not known')

type Tried = NonNullable<Scenario['tries']>

const hasAVideo = (known: Known): boolean => {
  const { outcome } = known.options
  return isHandedOn(known) || (outcome?.hasVideo ?? known.events.has('a job that succeeded'))
}

/** A client that could not fetch it itself may leave that to whoever reads the url. A line of a log tells of a request. */
function isHandedOn({ options: { outcome }, urls }: Known): boolean {
  const named = new Set(urls.all().map(({ url }) => url))
  if (named.size === 0) return false
  return outcome?.output.split('\n').some((line) => allThatIsSaid(line).some((text) => named.has(text))) ?? false
}

/** What stands alone on a line, or behind a name: `https://…`, `url: https://…`, `"url": "https://…",`. */
function allThatIsSaid(line: string): string[] {
  const text = line.trim()
  const whole = text.slice(BEFORE.exec(text)?.[0].length ?? 0)
  const withoutComma = whole.endsWith(',') ? whole.slice(0, -1).trimEnd() : whole
  const withoutQuote = /["'>]$/.test(withoutComma) ? withoutComma.slice(0, -1).trimEnd() : withoutComma
  return [whole, withoutComma, withoutQuote]
}

const BEFORE = /^(?:["']?[\w -]{1,40}["']? ?[:=] ?)?["'<]?\s*(?=https?:)/i

/**
 * In a scenario that a right client comes through, whoever ends otherwise was stopped by what the scenario is about, or by
 * refusals that say something else. An end has no request of its own: the last one is shown.
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
      // Whoever crashed or hung gave nothing up.
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

/** Printed by whatever means: as it is, in JSON, in another letter case, in lines of its own. */
function isIn(output: string, text: string): boolean {
  const flat = (each: string) => each.replace(/\s+/g, ' ').trim().toLowerCase()
  const forms = [text, JSON.stringify(text).slice(1, -1)].map(flat)
  return forms.some((form) => form !== '' && flat(output).includes(form))
}

type Failed = { n: number; id: string | undefined; texts: string[] }

const OF_A_VIDEO = /\.(?:mp4|m4v|mov|webm|mkv|avi)$/i

/** A file under the name of the job, though no address of one was ever shown. */
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
    // Whoever made another one has a video to end with.
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
    // What it has to do when its job failed, another clause says.
    if (saw === 'a failed job') return notJudged({ kind: 'not tried' }, 'its job failed', evidence)
    return broken([{ fact: { kind: 'ended well without a video', saw }, evidence }], 1)
  },
})

function whatItSaw({ events }: Known): Extract<ClientFact, { kind: 'ended well without a video' }>['saw'] {
  if (events.has('a job that succeeded')) return 'a cut download'
  if (events.has('a job that failed')) return 'a failed job'
  return events.has('a submission taken on') ? 'no final state' : 'nothing'
}
