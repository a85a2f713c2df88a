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
import type { Look } from '../history/entry/inspection.ts'
import { jsonOf, showsTheEnd, succeeded } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/request-key.ts'
import type { Recording } from '../history/recording.ts'
import { isFinished, withoutInterrupted } from '../history/resumed.ts'
import { Keyring } from '../keys/keyring.ts'
import type { KeyName } from '../keys/placeholders.ts'
import type { Facts } from './check.ts'
import { LostKeys, withoutLostKeys } from './lost-keys.ts'

/** Entries about a check other than exchanges. */
export type Remark = Gap | ToolFinding | Skipped | CutShort | Completed

export type Gathered = {
  began: Began
  ended: Ended | undefined
  /** Where the first judgement was cut short. */
  cut: JudgingCutShort | undefined
  noJob: string | undefined
  facts: Facts
  remarks: ReadonlyMap<string, Remark[]>
  /** The recording as judges see it. */
  shown: Recording
}

const NO_REMARKS: readonly HistoryEntry['kind'][] = [
  'waited',
  'left over',
  'about to submit',
  'part done',
  'reproduced',
]
const isRemark = (entry: HistoryEntry): entry is Remark => !NO_REMARKS.includes(entry.kind)

/** Collects facts about the whole run in one pass. Keeps no exchanges. */
export function* gathering(recording: Recording): Generator<void, Gathered> {
  let began: Began | undefined
  let ended: Ended | undefined
  let cut: JudgingCutShort | undefined
  let dialect: Dialect = {}
  let noJob: string | undefined
  const remarks = new Map<string, Remark[]>()
  /** By submission: the first poll that showed its job final. */
  const ends = new Map<number, number>()
  const known = new Set<number>()
  const submissions: number[] = []
  const accepted = new Set<KeyName>()
  const looks: Look[] = []
  const lostKeys = new LostKeys()
  const interrupted = new Set<number>()
  const ofParts = new Map<string, Remark[]>()
  let root = '/'
  for (const entry of recording) {
    yield
    if (entry.kind === 'began') {
      began ??= entry
      root = below(targetOf(began.target.baseUrl), '/')
    } else if (entry.kind === 'ended') ended = entry
    else if (entry.kind === 'judging cut short') cut = entry
    else if (entry.kind === 'learned') ({ dialect, noJob } = entry)
    else if (entry.kind === 'resumed') {
      ended = undefined
      cut = undefined
      for (const n of entry.abandoned) interrupted.add(n)
      // Phases that were not finished run again.
      for (const [name, all] of remarks) if (!all.some(isFinished)) remarks.set(name, ofParts.get(name) ?? [])
    } else if (entry.kind === 'part done') ofParts.set(entry.by, remarks.get(entry.by) ?? [])
    else if (entry.kind === 'look') looks.push(entry)
    else if (entry.kind !== 'exchange') {
      if (isRemark(entry)) remarks.set(entry.by, [...(remarks.get(entry.by) ?? []), entry])
    } else {
      lostKeys.see(entry)
      if (!succeeded(entry)) continue
      const { job } = entry.purpose
      const key = keyOf(entry.request)
      // Another service at the same origin may have keys of its own.
      if (key !== undefined && entry.request.path.startsWith(root)) accepted.add(key)
      if (entry.request.method === 'POST') submissions.push(entry.n)
      if (job === undefined) continue
      known.add(job)
      if (!ends.has(job) && showsTheEnd(entry)) ends.set(job, entry.n)
    }
  }
  if (!began) throw new Error('the history is not that of a run')
  const keyring = new Keyring(began.keys, began.known)
  const target = targetOf(began.target.baseUrl)
  const shown = withoutLostKeys(withoutInterrupted(recording, interrupted), lostKeys.all({ keyring, target }))
  const exchange = (n: number | undefined) => (n === undefined ? undefined : shown.exchange(n))
  const { idWay } = dialect
  let given: IdsGiven | undefined
  const idsGiven = () => {
    given ??= idsGivenBy(submissions, recording, idWay ?? ['id'])
    return given
  }
  // Accounts may count their ids separately.
  const mayBeOf = (key: KeyName, owner: KeyName | undefined) =>
    owner !== undefined && keyring.areOfOneAccount(owner, key) !== false
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
    ids: () => idsGiven().ids,
    isOwn: (key, id) => idWay !== undefined && (idsGiven().owners.get(id) ?? []).some((owner) => mayBeOf(key, owner)),
    isGood: (key) => keyring.isGood(key) ?? accepted.has(key),
  }
  return { began, ended, cut, noJob, facts, remarks, shown }
}

type IdsGiven = { ids: string[]; owners: Map<string, (KeyName | undefined)[]> }

function idsGivenBy(submissions: readonly number[], recording: Recording, idWay: readonly string[]): IdsGiven {
  const given: IdsGiven = { ids: [], owners: new Map() }
  for (const n of submissions) {
    const submission = recording.exchange(n)!
    const id = idAt(jsonOf(submission)?.value, idWay)
    if (id === undefined) continue
    given.ids.push(id)
    given.owners.set(id, [...(given.owners.get(id) ?? []), keyOf(submission.request)])
  }
  return given
}
