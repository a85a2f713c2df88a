import { FINAL_STATUSES } from '../spec/words.ts'
import { type Check, type Choice, type Evidence, type Facts, isExperiment, isObservation, type Suite } from './check.ts'
import { idAt } from './dialect/job-id.ts'
import type { Began, CutShort, Ended, Exchange, Finding, Gap, HistoryEntry, Learned, Skipped } from './exchange.ts'
import { type KeyName, keyOf, sameAccount } from './keys/recipes.ts'
import { jsonOf, recordOf, succeeded } from './reading.ts'
import { targetOf } from './target.ts'
import { inconclusive, skip, type Verdict } from './verdict.ts'

export type Judged = { check: Check; verdict?: Verdict; choice?: Choice }

export type Judgement = {
  began: Began
  ended: Ended | undefined
  facts: Facts
  judged: Judged[]
  /** What went wrong in the suite itself; never a verdict on the server. */
  faults: string[]
}

/** From what happened to what it means. Pure: the same history always gives the same judgement. */
export function judge(entries: readonly HistoryEntry[], suites: readonly Suite[], only?: readonly string[]): Judgement {
  const began = entries[0] as Began
  const byNumber = new Map<number, Exchange>()
  const exchanges: Exchange[] = []
  const ends = new Map<number, Exchange>()
  const known = new Set<number>()
  const submissions: Exchange[] = []
  for (const entry of entries) {
    if (entry.kind !== 'exchange') continue
    exchanges.push(entry)
    byNumber.set(entry.n, entry)
    const { job } = entry.purpose
    if (entry.request.method === 'POST' && succeeded(entry)) submissions.push(entry)
    if (job !== undefined && succeeded(entry)) known.add(job)
    if (job !== undefined && !ends.has(job) && showsTheEnd(entry)) ends.set(job, entry)
  }
  const learned = entries.findLast((entry): entry is Learned => entry.kind === 'learned')
  const ended = entries.findLast((entry): entry is Ended => entry.kind === 'ended')
  const facts: Facts = {
    target: targetOf(began.target.baseUrl),
    configuration: began.configuration,
    keys: began.keys as Facts['keys'],
    dialect: learned?.dialect ?? {},
    ...(ended && { ended }),
    exchange: (n) => byNumber.get(n),
    endOf: (n) => ends.get(n),
    isKnown: (n) => known.has(n),
    ids: () => submissions.flatMap((each) => idAt(jsonOf(each)?.value, learned?.dialect.idWay ?? ['id']) ?? []),
    isOwn: (key, id) => submissions.some((each) => isGivenTo(key, id, each, learned?.dialect.idWay)),
  }
  const all = new Map(suites.flatMap((suite) => suite.checks).map((check) => [check.id, check]))
  const faults: string[] = []
  const planned = began.planned.filter(({ id }) => !only || only.includes(id))
  const judged = planned.flatMap(({ id }): Judged[] => {
    const check = all.get(id)
    if (!check) {
      faults.push(`the check ${id} of the recorded run is unknown to this version`)
      return []
    }
    const own = entries.filter((entry) => 'by' in entry && entry.by === id) as OwnEntry[]
    return [judgeOne(check, { exchanges, own, facts, ended, faults })]
  })
  return { began, ended, facts, judged, faults }
}

/** Ids may be counted for each account by itself. */
export function isGivenTo(key: KeyName, id: string, submission: Exchange, idWay?: readonly string[]): boolean {
  if (submission.request.method !== 'POST' || !succeeded(submission) || !idWay) return false
  const owner = keyOf(submission.request)
  return owner !== undefined && sameAccount(owner, key) && idAt(jsonOf(submission)?.value, idWay) === id
}

type OwnEntry = Gap | Finding | Skipped | CutShort

type Material = {
  exchanges: Exchange[]
  own: OwnEntry[]
  facts: Facts
  ended: Ended | undefined
  faults: string[]
}

function judgeOne(check: Check, material: Material): Judged {
  const { own, ended, faults } = material
  if (ended?.how === 'no target')
    return isObservation(check) ? { check } : { check, verdict: inconclusive(ended.why ?? 'no target') }
  const skipped = own.find((entry): entry is Skipped => entry.kind === 'skipped')
  const cut = own.find((entry): entry is CutShort => entry.kind === 'cut-short')
  if (cut?.fault) faults.push(`${check.id}: ${cut.why}`)
  try {
    if (isObservation(check)) {
      const choice = skipped ? undefined : concludeOver(check, material)
      return { check, ...(choice && { choice }) }
    }
    return { check, verdict: verdictOn(check, material, skipped, cut) }
  } catch (error) {
    faults.push(`${check.id} could not be judged: ${error instanceof Error ? error.stack : String(error)}`)
    return isObservation(check)
      ? { check }
      : { check, verdict: inconclusive('its judge failed; this is a fault of the suite') }
  }
}

function verdictOn(
  check: Exclude<Check, { open: unknown }>,
  material: Material,
  skipped?: Skipped,
  cut?: CutShort,
): Verdict {
  if (isExperiment(check)) {
    if (skipped) return skip(skipped.why)
    const evidence = evidenceOf(check, material)
    const verdict = check.judge(evidence)
    if (verdict.verdict === 'pass' && evidence.exchanges.length === 0) {
      material.faults.push(`${check.id} passes although it sent nothing`)
      return inconclusive('it passed without having sent anything; this is a fault of the suite')
    }
    return cut && verdict.verdict !== 'fail'
      ? inconclusive(cut.fault ? 'its drive failed; this is a fault of the suite' : cut.why)
      : verdict
  }
  const planned = skipped && check.drive === undefined
  if (planned) return skip(skipped.why)
  const verdict = concludeOver(check, material)
  if (verdict.verdict === 'skip' && (skipped || cut)) return skipped ? skip(skipped.why) : inconclusive(cut!.why)
  return verdict
}

function evidenceOf(check: Check, { exchanges, own, facts }: Pick<Material, 'exchanges' | 'own' | 'facts'>): Evidence {
  return {
    exchanges: exchanges.filter((each) => each.purpose.by === check.id),
    gaps: own.filter((entry): entry is Gap => entry.kind === 'gap'),
    findings: own.filter((entry): entry is Finding => entry.kind === 'finding'),
    facts,
  }
}

type Seeing<R> = {
  begin(): unknown
  see(notes: unknown, exchange: Exchange, facts: Facts): void
  conclude(notes: unknown, facts: Facts): R
}

function concludeOver<R>(watch: Seeing<R>, { exchanges, facts }: Material): R {
  const notes = watch.begin()
  for (const exchange of exchanges) watch.see(notes, exchange, facts)
  return watch.conclude(notes, facts)
}

function showsTheEnd(exchange: Exchange): boolean {
  const status = succeeded(exchange) ? recordOf(exchange)?.status : undefined
  return (FINAL_STATUSES as readonly unknown[]).includes(status)
}
