import { below, targetOf } from '../config/target.ts'
import { idAt } from '../discovery/dialect/job-id.ts'
import type { Dialect } from '../history/entry/dialect.ts'
import type {
  Began,
  Completed,
  CutShort,
  Ended,
  Gap,
  HistoryEntry,
  JudgingCutShort,
  Skipped,
  ToolFinding,
} from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { Look } from '../history/entry/look.ts'
import { jsonOf, showsTheEnd, succeeded } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/who-asks.ts'
import type { Recording } from '../history/recording.ts'
import { withoutAbandoned } from '../history/resuming/abandoned.ts'
import { isLastWord } from '../history/resuming/last-word.ts'
import { Keyring } from '../keys/keyring.ts'
import type { KeyName } from '../keys/recipes.ts'
import type { Facts } from './check.ts'
import { LostKeys, withoutLost } from './lost-keys.ts'

/** What was noted down of a check, besides what it sent. */
export type Remark = Gap | ToolFinding | Skipped | CutShort | Completed

export type Gathered = {
  began: Began
  ended: Ended | undefined
  /** How far it was judged when it was judged first, if not to the end. */
  cut: JudgingCutShort | undefined
  /** Why no job could be had, if so. */
  noJob: string | undefined
  facts: Facts
  remarks: ReadonlyMap<string, Remark[]>
  /** What judges are shown of the recording. */
  shown: Recording
}

/** What judges may know of the whole run, before any of them looks at its beginning. Holds no exchanges. */
export function* gathering(recording: Recording): Generator<void, Gathered> {
  let began: Began | undefined
  let ended: Ended | undefined
  let cut: JudgingCutShort | undefined
  let dialect: Dialect = {}
  let noJob: string | undefined
  const remarks = new Map<string, Remark[]>()
  const ends = new Map<number, number>()
  const known = new Set<number>()
  const submissions: number[] = []
  const accepted = new Set<KeyName>()
  const looks: Look[] = []
  const lostKeys = new LostKeys()
  const abandoned = new Set<number>()
  let front = '/'
  for (const entry of recording) {
    yield
    if (entry.kind === 'exchange') lostKeys.see(entry)
    if (entry.kind === 'began') {
      began ??= entry
      front = below(targetOf(began.target.baseUrl), '/')
    } else if (entry.kind === 'ended') ended = entry
    else if (entry.kind === 'judging cut short') cut = entry
    else if (entry.kind === 'learned') ({ dialect, noJob } = entry)
    else if (entry.kind === 'resumed') {
      ended = undefined
      cut = undefined
      for (const n of entry.abandoned) abandoned.add(n)
      // Whoever had not come to the last word says all of it again.
      for (const [name, all] of remarks) if (!all.some(isLastWord)) remarks.delete(name)
    } else if (entry.kind !== 'exchange') {
      if (entry.kind === 'look') looks.push(entry)
      else if (isRemark(entry)) remarks.set(entry.by, [...(remarks.get(entry.by) ?? []), entry])
    } else if (succeeded(entry)) {
      const { job } = entry.purpose
      const key = keyOf(entry.request)
      // What else there is at the same address may have keys of its own.
      if (key !== undefined && entry.request.path.startsWith(front)) accepted.add(key)
      if (entry.request.method === 'POST') submissions.push(entry.n)
      if (job === undefined) continue
      known.add(job)
      if (!ends.has(job) && showsTheEnd(entry)) ends.set(job, entry.n)
    }
  }
  if (!began) throw new Error('the history is not that of a run')
  const given = idsGiven(recording, submissions, dialect)
  const keyring = new Keyring(began.keys, began.known)
  const target = targetOf(began.target.baseUrl)
  const shown = withoutLost(withoutAbandoned(recording, abandoned), lostKeys.all({ keyring, target }))
  const exchange = (n: number | undefined) => (n === undefined ? undefined : shown.exchange(n))
  const facts: Facts = {
    target,
    configuration: began.configuration,
    keys: began.keys,
    keyring,
    isOneServer: began.observed === undefined,
    dialect,
    ...(ended && { ended }),
    exchange,
    endOf: (n) => exchange(ends.get(n)),
    isKnown: (n) => known.has(n),
    looks: () => looks,
    ids: () => given().map(({ id }) => id),
    isOwn: (key, id) =>
      dialect.idWay !== undefined && given().some((each) => each.id === id && mayBeOf(key, each, keyring)),
    isGood: (key) => keyring.isGood(key) ?? accepted.has(key),
  }
  return { began, ended, cut, noJob, facts, remarks, shown }
}

const OTHERS = ['waited', 'left over', 'about to submit'] as const

const isRemark = (entry: HistoryEntry): entry is Remark => !(OTHERS as readonly string[]).includes(entry.kind)

type Given = { id: string; owner: KeyName | undefined }

/** Read back when they are first asked for: where the ids stand is known only then. */
function idsGiven(recording: Recording, submissions: readonly number[], dialect: Dialect): () => Given[] {
  let given: Given[] | undefined
  return () => {
    given ??= submissions.flatMap((n) => givenBy(recording.exchange(n)!, dialect.idWay ?? ['id']) ?? [])
    return given
  }
}

function givenBy(submission: Exchange, idWay: readonly string[]): Given | undefined {
  const id = idAt(jsonOf(submission)?.value, idWay)
  return id === undefined ? undefined : { id, owner: keyOf(submission.request) }
}

/** Ids may be counted for each account by itself. */
const mayBeOf = (key: KeyName, { owner }: Given, keyring: Keyring) =>
  owner !== undefined && keyring.areOfOneAccount(owner, key) !== false
