import type { Began, Gap, HistoryEntry, ToolFinding } from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import type { Look } from '../history/entry/inspection.ts'
import { BEGAN } from '../history/handwritten-for-tests.ts'
import { recordingOf } from '../history/recording.ts'
import { type Check, type Choice, type Evidence, type Facts, isExperiment } from './check.ts'
import { gathering } from './facts.ts'
import { runToEnd } from './judging.ts'
import type { Verdict } from './verdict.ts'

export {
  answered,
  BEGAN,
  gap,
  idFound,
  lastTry,
  later,
  polled,
  unanswered,
} from '../history/handwritten-for-tests.ts'

/** Facts besides exchanges. */
type GivenFacts = Partial<
  Pick<Facts, 'configuration' | 'keys' | 'dialect' | 'ended'> &
    Pick<Began, 'observed' | 'known'> & { looks: readonly Look[] }
>

/** The facts of a history, and its exchanges as judges see them. */
function gathered(exchanges: readonly Exchange[], { dialect, ended, looks = [], ...began }: GivenFacts = {}) {
  const entries: HistoryEntry[] = [
    { ...BEGAN, ...began, keys: [...(began.keys ?? BEGAN.keys)] },
    ...exchanges,
    ...looks,
    ...(dialect ? [{ kind: 'learned' as const, dialect, evidence: [] }] : []),
    ...(ended ? [ended] : []),
  ]
  const { facts, shown } = runToEnd(gathering(recordingOf(entries)))
  return { facts, exchanges: [...shown].filter((entry) => entry.kind === 'exchange') }
}

export const FACTS = gathered([]).facts

type Given = { gaps?: Gap[]; findings?: ToolFinding[]; facts?: GivenFacts }

export function evidence(
  exchanges: readonly Exchange[],
  { gaps = [], findings = [], facts = {} }: Given = {},
): Evidence {
  return { ...gathered(exchanges, facts), gaps, findings }
}

/** The conclusion of a rule or an observation about a history. */
export function see(check: Check, exchanges: readonly Exchange[], facts?: GivenFacts): Verdict | Choice | undefined {
  if (isExperiment(check)) throw new Error(`${check.id} judges its own exchanges`)
  const all = gathered(exchanges, facts)
  const watching = check.watch()
  for (const exchange of all.exchanges) watching.see(exchange, all.facts)
  return watching.conclude(all.facts)
}

/** The verdict of a check on a history; an experiment sees its own exchanges only. */
export function verdictOf(check: Check, exchanges: readonly Exchange[], given: Given = {}): Verdict {
  if (!isExperiment(check)) return see(check, exchanges, given.facts) as Verdict
  const all = evidence(exchanges, given)
  return check.judge({ ...all, exchanges: all.exchanges.filter((each) => each.purpose.by === check.id) })
}
