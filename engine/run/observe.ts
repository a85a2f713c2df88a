import type { Target } from '../config/target.ts'
import { History } from '../history/history.ts'
import type { Suite } from '../judge/check.ts'
import { Attribution } from '../judge/observed/attribution.ts'
import type { Limits } from '../judge/observed/limits.ts'
import type { Traffic } from '../judge/observed/traffic.ts'
import { Keyring } from '../keys/keyring.ts'
import { isSecret, recipesIn } from '../keys/placeholders.ts'
import { observing } from './began.ts'
import { whyNot } from './folder/files.ts'
import type { OutFolder } from './folder/out-folder.ts'
import { type JudgedRun, judgeWritten } from './run.ts'

export type ObserveOptions = {
  traffic: Traffic
  target: Target
  suites: readonly Suite[]
  strict?: boolean
  folder?: OutFolder
  limits?: Limits
}

/** Judges traffic of other clients, by all checks that need no requests of their own. */
export function observe({ traffic, target, suites, strict = false, folder, limits }: ObserveOptions): JudgedRun {
  let unwritable: string | undefined
  const { secrets, exchanges, elsewhere, leftOut, late, byRun } = traffic
  const onUnwritable = (error: unknown) => {
    unwritable = whyNot(error)
  }
  const history = new History(folder?.historyPath, onUnwritable, { redact: (entry) => secrets.redact(entry) })
  folder?.reached((path) => history.moveTo(path))
  const keys = keysIn(traffic)
  const known = traffic.known.filter(({ name }) => keys.includes(name))
  const all = [...exchanges, ...elsewhere].sort((one, other) => one.received - other.received)
  const start = all.length === 0 ? 0 : all.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const observed = {
    leftOut: [...leftOut].map(([what, count]) => ({ what, count })),
    ...(byRun && { byRun: true as const }),
  }
  for (const entry of observing({ target, suites, strict, start, keys, known, observed })) history.append(entry)
  const attribution = new Attribution(target, new Keyring(keys, known))
  for (const { at, ...other } of late) history.append({ ...other, at: at - start })
  // A later exchange may name a secret that an earlier one contains.
  for (const each of all) secrets.learnFrom(each)
  let end = 0
  for (const each of all) {
    limits?.hold()
    const timed = { ...each, at: each.at - start }
    end = Math.max(end, timed.at + each.ms)
    const entries = 'origin' in timed ? [attribution.takeElsewhere(timed)] : attribution.take(timed)
    for (const entry of entries) history.append(entry)
  }
  const why = `the history could no longer be written: ${unwritable}`
  history.append({
    kind: 'ended',
    at: end,
    ...(unwritable === undefined ? { how: 'whole' } : { how: 'cut short', why }),
  })
  history.close()
  return judgeWritten(history, suites, limits?.whyToStop)
}

function keysIn({ exchanges, elsewhere }: Traffic): string[] {
  const names = new Set<string>()
  for (const { request } of [...exchanges, ...elsewhere])
    for (const text of [request.path, ...request.headers.flat(), request.body ?? ''])
      for (const { name } of recipesIn(text)) if (!isSecret(name)) names.add(name)
  return [...names]
}
