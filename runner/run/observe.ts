import { specDigest } from '../../spec/digest.ts'
import { whyNot } from '../folder/files.ts'
import type { OutFolder } from '../folder/out-folder.ts'
import type { Began, Exchange, HistoryEntry } from '../history/exchange.ts'
import { HISTORY_FORMAT, History } from '../history/history.ts'
import { isObservation, type Suite } from '../judging/check.ts'
import { Keyring, type KnownKey } from '../keys/keyring.ts'
import { recipesIn } from '../keys/recipes.ts'
import { Attribution } from '../observing/attribution.ts'
import type { Traffic } from '../observing/traffic.ts'
import { configure } from '../settings/configuration.ts'
import type { Target } from '../settings/target.ts'
import { SUITE } from '../settings/version.ts'
import { judgeRecording, type Run } from './run.ts'

const NOT_PLANNED = 'this was not planned traffic: a run asks for it on purpose'

export type ObserveOptions = {
  traffic: Traffic
  target: Target
  suites: readonly Suite[]
  strict?: boolean
  folder?: OutFolder
}

/** Traffic that somebody else sent, judged by everything that can speak about what nobody planned. */
export function observe({ traffic, target, suites, strict = false, folder }: ObserveOptions): Run {
  let unwritable: string | undefined
  const history = new History(folder?.historyPath, (error) => {
    unwritable = whyNot(error)
    return folder?.dropBallast() === true
  })
  folder?.reached((path) => history.moveTo(path))
  const names = namesIn(traffic)
  const known = traffic.known.filter(({ name }) => names.includes(name))
  const start = startOf(traffic)
  for (const entry of beginning({ traffic, target, suites, strict }, { start, names, known })) history.append(entry)
  const attribution = new Attribution(target, new Keyring(names, known))
  let end = 0
  for (const { at, ...exchange } of traffic.exchanges) {
    end = Math.max(end, at - start + exchange.ms)
    for (const entry of attribution.take({ ...exchange, at: at - start })) history.append(entry)
  }
  history.append({ kind: 'ended', at: end, ...(unwritable === undefined ? { how: 'whole' } : cutShort(unwritable)) })
  history.close()
  return judgeRecording(history.recording, suites, history.digest())
}

const cutShort = (why: string) =>
  ({ how: 'cut short', why: `the history could not be written any further: ${why}` }) as const

function beginning(
  { traffic, target, suites, strict = false }: ObserveOptions,
  { start, names, known }: { start: number; names: string[]; known: readonly KnownKey[] },
): HistoryEntry[] {
  const checks = suites.flatMap((suite) => suite.checks)
  const began: Began = {
    kind: 'began',
    format: HISTORY_FORMAT,
    suite: SUITE,
    spec: { sha256: specDigest() },
    target: { baseUrl: target.baseUrl },
    observed: { leftOut: [...traffic.leftOut].map(([what, count]) => ({ what, count })) },
    startedAt: new Date(start).toISOString(),
    // Nothing was drawn by chance.
    configuration: configure({ seed: 0, generate: 0, strict }, false),
    keys: names,
    known: [...known],
    planned: checks.map((check) => ({
      id: check.id,
      ...(isObservation(check) ? { open: check.open } : { clause: check.clause }),
      phases: check.phases.map(({ name }) => name),
    })),
  }
  const silent = checks.filter(({ phases }) => phases.length > 0)
  return [
    began,
    ...silent.map(({ id }) => ({ kind: 'skipped', by: id, why: NOT_PLANNED, cause: { kind: 'not planned' } }) as const),
  ]
}

function startOf({ exchanges }: Traffic): number {
  const first = exchanges.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  return Number.isFinite(first) ? first : 0
}

/** The keys with which something was asked. */
function namesIn({ exchanges }: Traffic): string[] {
  const texts = ({ request }: Pick<Exchange, 'request'>) => [
    request.path,
    ...request.headers.flat(),
    request.body ?? '',
  ]
  return [
    ...new Set(exchanges.flatMap((each) => texts(each).flatMap((text) => recipesIn(text).map(({ name }) => name)))),
  ]
}
