import { LIMITS } from '../../engine/config/limits.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { urlIn } from '../../engine/history/reading/reading.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { type Check, type Facts, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import { isOfWholeKey, recipesIn } from '../../engine/keys/placeholders.ts'
import { COMBINED } from '../limits/submit.ts'
import { type Case, type CaseFinding, casesIn, type Found, violationsIn, whatCame, withFiles } from './cases.ts'
import { LOOKS } from './downloads.ts'

/** Urls kept per job, because a server may sign them anew on each read. */
const OF_EACH_JOB = 4

/** A url that two jobs have returned, with the read of each. */
type Shared = { url: string; one: Exchange; other: Exchange }

/** The urls in the records of succeeded jobs, a few for each. */
class UrlsShown {
  readonly #firstToShow = new Map<string, Exchange>()
  readonly #seenOf = new Map<string, Set<string>>()
  readonly shared: Shared[] = []

  see(exchange: Exchange): void {
    const { polled, job } = exchange.purpose
    const url = urlIn(exchange)
    // Other clauses judge records of unknown ids.
    if (polled === undefined || job === undefined || url === undefined) return
    const seen = this.#seenOf.get(polled) ?? new Set()
    this.#seenOf.set(polled, seen)
    if (url === '' || url.length > LIMITS.urlCharacters || seen.has(url) || seen.size >= OF_EACH_JOB) return
    seen.add(url)
    const first = this.#firstToShow.get(url)
    if (!first) this.#firstToShow.set(url, exchange)
    else this.shared.push({ url, one: first, other: exchange })
  }
}

/** The server's own url is tried with the key only after a refusal; other hosts never get the key. */
function needsTheKey({ look, outcome, isOfTheServer }: Case): string | undefined {
  const withKey = look.attempts.find((attempt) => attempt.withKey)
  const [plain] = look.attempts
  if (withKey?.outcome.kind === 'read' && plain) return whatCame(plain.outcome)
  return !isOfTheServer && outcome.kind === 'refused' && outcome.status === 401 ? whatCame(outcome) : undefined
}

const wasReadWithoutKey = ({ look }: Case) =>
  look.attempts.some(
    ({ outcome, withKey }) => outcome.kind === 'read' && outcome.reading.kind !== 'no video' && !withKey,
  )

function findingOn(each: Case): CaseFinding {
  const status = needsTheKey(each)
  if (status === undefined) return wasReadWithoutKey(each) ? { kind: 'right' } : { kind: 'not asked' }
  const received = each.isOfTheServer ? `${status}, but the file with the key` : `${status}`
  return { kind: 'wrong', expected: 'the file without a key', received }
}

export const urlNeedsNoKey: Check = rule<object>({
  id: 'media.url-needs-no-key',
  clause: 'media.url-needs-no-key',
  suite: 'media',
  title: 'serves the url of a succeeded job without a key',
  needs: ['video'],
  phases: [LOOKS],
  begin: () => ({}),
  see: () => undefined,
  conclude(_, facts) {
    const cases = casesIn(facts)
    const found = cases.map((each) => ({ each, finding: findingOn(each) }))
    const violations = violationsIn(found)
    const read = cases.filter(wasReadWithoutKey)
    if (violations.length > 0) return withFiles(fail(violations, cases.length), found)
    if (read.length > 0)
      return withFiles(pass(read.length, read.flatMap(({ evidence }) => evidence).slice(0, 20)), found)
    return cases.length === 0 ? skip('no video was downloaded') : inconclusive('no url returned a file')
  },
})

export const jobsHaveTheirOwnFile: Check = rule<UrlsShown>({
  id: 'media.jobs-have-their-own-file',
  clause: 'media.jobs-have-their-own-file',
  suite: 'media',
  title: 'delivers a different file for each job',
  from: 'standard',
  needs: ['video'],
  phases: [LOOKS, COMBINED],
  begin: () => new UrlsShown(),
  see: (urls, exchange) => urls.see(exchange),
  conclude({ shared }, facts) {
    const seen = casesIn(facts).filter(
      ({ look, outcome }) => look.digest && outcome.kind === 'read' && isAVideo(outcome),
    )
    const jobs = new Set(seen.map(({ look }) => look.job))
    const sharing = shared.filter((each) => !isToldApart(each, seen))
    if (sharing.length > 0) return fail(sharing.map(violationOf), Math.max(jobs.size, 2))
    if (jobs.size < 2) return skip('no two jobs delivered a file')
    const same = (cases: readonly Case[]) =>
      [...Map.groupBy(cases, ({ look }) => `${look.size} ${look.digest!.sha256}`).values()].filter(
        (group) => new Set(group.map(({ look }) => look.job)).size > 1,
      )
    const wholes = seen.filter(({ look }) => look.digest!.whole)
    const twins = same(wholes)
    if (twins.length > 0) return withFiles(fail(twins.map(violation), jobs.size), twins.flatMap(findingsOn))
    const alike = same(seen.filter(({ look }) => !look.digest!.whole))[0]
    const isSettled = alike?.some(({ look }) => wholes.some((whole) => whole.look.job === look.job))
    if (alike && !isSettled)
      return inconclusive(
        'the files of two jobs are identical as far as they were read',
        alike.flatMap(({ evidence }) => evidence),
      )
    return pass(jobs.size, seen.flatMap(({ evidence }) => evidence).slice(0, 20))
  },
})

const isAVideo = (outcome: Extract<Case['outcome'], { kind: 'read' }>) => outcome.reading.kind === 'video'

const OWN_FILE = 'a different file for each job'

/** One url may lead to different files in turn: these were seen to differ. */
function isToldApart({ one, other }: Shared, seen: readonly Case[]): boolean {
  const digestsOf = ({ purpose }: Exchange) =>
    seen.filter(({ look }) => look.job === purpose.job).map(({ look }) => look.digest!.sha256)
  const [first, second] = [digestsOf(one), digestsOf(other)]
  return first.length > 0 && second.length > 0 && !first.some((digest) => second.includes(digest))
}

const idIn = ({ purpose }: Exchange) => excerpt(purpose.polled ?? '', 40)

function violationOf({ url, one, other }: Shared): Violation {
  return {
    case: `the jobs ${idIn(one)} and ${idIn(other)}`,
    expected: OWN_FILE,
    received: `the same url for both, ${excerpt(url)}`,
    evidence: [one.n, other.n],
  }
}

function findingsOn(group: readonly Case[]): Found[] {
  return group.map((each) => ({
    each,
    finding: { kind: 'wrong', expected: OWN_FILE, received: `the same ${each.look.size} bytes as for another job` },
  }))
}

function violation(group: readonly Case[]): Violation {
  const [one, other] = [...new Map(group.map((each) => [each.look.job, each])).values()]
  return {
    case: `${one!.name}, and ${other!.name}`,
    expected: OWN_FILE,
    received: `the same ${one!.look.size} bytes for both jobs`,
    evidence: [...one!.evidence, ...other!.evidence],
  }
}

function keyIn({ look }: Case, { isGood }: Facts): CaseFinding {
  const keysIn = (text: string) => recipesIn(text).filter(({ name }) => isGood(name))
  const [inFile] = keysIn((look.keys ?? []).join(' '))
  if (inFile) return { kind: 'wrong', expected: 'no full key in the file', received: `a file with ${inFile.text}` }
  const headers = look.attempts.flatMap(({ fetches }) => fetches).flatMap((fetch) => fetch.headers ?? [])
  const header = headers.find((each) => keysIn(each.join(' ')).some(isOfWholeKey))
  if (!header) return { kind: 'right' }
  return { kind: 'wrong', expected: 'no full key in the headers of the file', received: header.join(': ') }
}

const isAnswered = ({ look }: Case) =>
  look.read > 0 || look.attempts.some(({ fetches }) => fetches.some(({ status }) => status))

/** Complements the check of the interface's responses. */
export const noVideoShowsAKey: Check = rule<object>({
  id: 'auth.key-never-shown/videos',
  clause: 'auth.key-never-shown',
  suite: 'media',
  title: 'never returns a full key in a video file or its headers',
  byChance: true,
  needs: ['video'],
  phases: [LOOKS],
  begin: () => ({}),
  see: () => undefined,
  conclude(_, facts) {
    const cases = casesIn(facts).filter(isAnswered)
    const found = cases.map((each) => ({ each, finding: keyIn(each, facts) }))
    const violations = violationsIn(found)
    if (violations.length > 0) return withFiles(fail(violations, cases.length), found)
    if (cases.length === 0) return skip('no video was downloaded')
    return withFiles(pass(cases.length, cases.flatMap(({ evidence }) => evidence).slice(0, 20)), found)
  },
})
