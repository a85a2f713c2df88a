import type { Target } from '../config/target.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { History } from '../history/history.ts'
import type { Suite } from '../judge/check.ts'
import { Attribution } from '../judge/observed/attribution.ts'
import type { Limits } from '../judge/observed/limits.ts'
import type { Traffic } from '../judge/observed/traffic.ts'
import { Keyring } from '../keys/keyring.ts'
import { isSecret, recipesIn } from '../keys/recipes.ts'
import { whyNot } from './folder/files.ts'
import type { OutFolder } from './folder/out-folder.ts'
import { observing } from './observing.ts'
import { type JudgedRun, judgeWritten } from './run.ts'

export type ObserveOptions = {
  traffic: Traffic
  target: Target
  suites: readonly Suite[]
  strict?: boolean
  folder?: OutFolder
  limits?: Limits
}

/** Records traffic of other clients as a history, and judges it. */
export function observe({ traffic, target, suites, strict = false, folder, limits }: ObserveOptions): JudgedRun {
  let unwritable: string | undefined
  const history = new History(
    folder?.historyPath,
    (error) => {
      unwritable = whyNot(error)
    },
    { redact: (entry) => traffic.secrets.redact(entry) },
  )
  folder?.reached((path) => history.moveTo(path))
  const names = namesIn(traffic)
  const known = traffic.known.filter(({ name }) => names.includes(name))
  const start = startOf(traffic)
  const observed = {
    leftOut: [...traffic.leftOut].map(([what, count]) => ({ what, count })),
    ...(traffic.byRun && { byRun: true as const }),
  }
  for (const entry of observing({ target, suites, strict, start, keys: names, known, observed })) history.append(entry)
  const attribution = new Attribution(target, new Keyring(names, known))
  for (const { at, ...late } of traffic.late) history.append({ ...late, at: at - start })
  let end = 0
  const inOrder = [...traffic.exchanges, ...traffic.elsewhere].sort((a, b) => a.received - b.received)
  // A later exchange may name a secret that an earlier one holds.
  for (const asked of inOrder) traffic.secrets.learnFrom(asked)
  for (const asked of inOrder) {
    limits?.hold()
    const timed = { ...asked, at: asked.at - start }
    end = Math.max(end, timed.at + asked.ms)
    const entries = 'origin' in timed ? [attribution.takeElsewhere(timed)] : attribution.take(timed)
    for (const entry of entries) history.append(entry)
  }
  history.append({ kind: 'ended', at: end, ...(unwritable === undefined ? { how: 'whole' } : cutShort(unwritable)) })
  history.close()
  return judgeWritten(history, suites, limits?.whyToStop)
}

const cutShort = (why: string) => ({ how: 'cut short', why: `the history could no longer be written: ${why}` }) as const

function startOf({ exchanges, elsewhere }: Traffic): number {
  const first = [...exchanges, ...elsewhere].reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  return Number.isFinite(first) ? first : 0
}

/** The keys with which something was asked. */
function namesIn({ exchanges, elsewhere }: Traffic): string[] {
  const texts = ({ request }: Pick<Exchange, 'request'>) => [
    request.path,
    ...request.headers.flat(),
    request.body ?? '',
  ]
  return [
    ...new Set(
      [...exchanges, ...elsewhere].flatMap((each) =>
        texts(each).flatMap((text) => recipesIn(text).flatMap(({ name }) => (isSecret(name) ? [] : [name]))),
      ),
    ),
  ]
}
