import { CHANGED_SERVERS, type ChangedServer } from '../fixtures/changes/changed-servers.ts'
import { FAMILY_FAULTS, NEIGHBOURS } from '../fixtures/families/index.ts'
import type { Fault } from '../fixtures/faults/fault.ts'
import { FAULTS as OWN_FAULTS } from '../fixtures/faults/index.ts'
import { STRANGERS, type Stranger, type StrangerFault } from '../fixtures/strangers/index.ts'
import { UNDECIDABLE } from '../fixtures/undecidable/index.ts'
import type { Undecidable } from '../fixtures/undecidable/undecidable.ts'
import { VARIANTS as OWN_VARIANTS } from '../fixtures/variants/index.ts'
import type { Variant } from '../fixtures/variants/variant.ts'
import { PROFILES } from '../runner/settings/configuration.ts'
import { DIALECTS } from '../service/dialects/index.ts'
import { type Askable, selected } from './select.ts'
import type { Outcome, Trial } from './trial.ts'

const FAULTS: readonly Fault[] = [...OWN_FAULTS, ...FAMILY_FAULTS]
const VARIANTS: readonly Variant[] = [...OWN_VARIANTS, ...NEIGHBOURS]

export type Subjects = {
  faults?: readonly Fault[]
  variants?: readonly Variant[]
  undecidable?: readonly Undecidable[]
  strangers?: readonly Stranger[]
  strangersFaults?: readonly StrangerFault[]
  changes?: readonly ChangedServer[]
}

export type SelfcheckOptions<One = Trial, Came = Outcome> = {
  /** Runs one trial: in this process, or wherever there is a core to spare. */
  attempt: (trial: One) => Promise<Came>
  atOnce: number
  onOutcome?: (outcome: Came, done: number, of: number) => void
}

/** The suite against all that is asked of it; the outcomes in the order of the trials. */
export async function selfcheck<One = Trial, Came = Outcome>(
  trials: readonly One[],
  { attempt, atOnce, onOutcome }: SelfcheckOptions<One, Came>,
): Promise<Came[]> {
  const waiting = trials.entries()
  const outcomes: Came[] = []
  let done = 0
  const worker = async () => {
    for (const [index, trial] of waiting) {
      const outcome = await attempt(trial)
      outcomes[index] = outcome
      onOutcome?.(outcome, ++done, trials.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return outcomes
}

/**
 * Faults that show in moments escape on a busy machine, and how long answers take differs there from day to day: what is not
 * known to escape, or to be sorted otherwise, is tried again with nothing else under way.
 */
export async function escapedAgain(
  trials: readonly Trial[],
  outcomes: readonly Outcome[],
  { attempt, onOutcome }: Omit<SelfcheckOptions<Trial, Outcome>, 'atOnce'>,
): Promise<Outcome[]> {
  const last = [...outcomes]
  const open = outcomes.flatMap((outcome, index) => (hasEscaped(outcome) ? [index] : []))
  const again = async (index: number): Promise<Outcome> => {
    last[index] = { ...(await attempt(trials[index]!)), again: true }
    return last[index]
  }
  await selfcheck(open, { attempt: again, atOnce: 1, ...(onOutcome && { onOutcome }) })
  return last
}

const hasEscaped = ({ kind, right, stillMissed, faults }: Outcome): boolean =>
  ['fault', "stranger's fault", 'change'].includes(kind) && !right && stillMissed === undefined && faults.length === 0

/**
 * The nth of m parts of the trials. With no more parts than dialects, each part has every subject, in other dialects;
 * with more, each has its share of the subjects, and of the dialects.
 */
export type Sample = { part: number; of: number }

/**
 * What two cores try in some minutes: of each kind a share, in all dialects, most of it in brief, and the strangers.
 * Quickly: an eighth of that, fewer of them in full, the strangers in brief, and no fault on which each run lasts until its
 * deadline. What takes longest goes first.
 */
export function shortTrials({ quick = false } = {}): Trial[] {
  const none = { faults: [], variants: [], undecidable: [], strangers: [], strangersFaults: [], changes: [] }
  const share = (of: number): Sample => ({ part: 1, of: quick ? of * 8 : of })
  // Those that take more than one request of one key have their share, wherever they stand among the others.
  const ending = quick ? FAULTS.filter(({ isEndless }) => !isEndless) : FAULTS
  const [hard, plain] = [true, false].map((is) => ending.filter((fault) => (fault.takes !== undefined) === is))
  const faults = [hard!, plain!].flatMap((some) => trialsOf([], { ...none, faults: some }, share(15)))
  const variants = trialsOf([], { ...none, variants: VARIANTS }, share(13))
  const strangers = trialsOf([], { ...none, strangers: STRANGERS })
  const others = [
    ...trialsOf([], { ...none, strangersFaults: STRANGERS_FAULTS }, share(28)),
    ...inBriefBut(quick ? 15 : 6, variants),
    ...inBriefBut(quick ? 15 : 6, faults),
    ...trialsOf([], { ...none, undecidable: UNDECIDABLE }, { part: 1, of: 14 }),
  ]
  return [
    ...(quick ? strangers.map(inBrief) : strangers),
    ...shareOfChanges(quick).flatMap(([changes, of]) => trialsOf([], { ...none, changes }, { part: 1, of })),
    ...others.filter(({ brief }) => !brief),
    ...others.filter(({ brief }) => brief),
  ]
}

/** Those that people wrote, most of all; few of those that take thousands of requests. */
function shareOfChanges(quick: boolean): [ChangedServer[], number][] {
  const isBrief = ({ from }: ChangedServer) => from === undefined
  const byPeople = CHANGED_SERVERS.filter(({ maker }) => maker === 'people')
  const others = CHANGED_SERVERS.filter(({ maker }) => maker !== 'people')
  return [
    [byPeople.filter(({ from }) => from === 'standard'), quick ? 10 : 3],
    [byPeople.filter(isBrief), quick ? 2 : 1],
    // Odd numbers: of the faults, every second one comes, and the next one goes.
    [others, quick ? 31 : 7],
  ]
}

export const inBrief = (trial: Trial): Trial => ({ ...trial, brief: true })

/** Every nth of them is tried in full. */
function inBriefBut(nth: number, trials: readonly Trial[]): Trial[] {
  return trials.map((trial, index) => (index % nth === 0 ? trial : inBrief(trial)))
}

const STRANGERS_FAULTS = STRANGERS.flatMap(({ faults }) => faults).filter(({ isNone }) => isNone === undefined)

/** Every fault, every variant and every undecidable server, each in every dialect, or those that match a pattern. */
export function trialsOf(
  only: readonly string[] = [],
  subjects: Subjects = {},
  sample: Sample = { part: 1, of: 1 },
): Trial[] {
  const { faults = FAULTS, variants = VARIANTS, undecidable = UNDECIDABLE } = subjects
  const { strangers = STRANGERS, strangersFaults = STRANGERS_FAULTS, changes = CHANGED_SERVERS } = subjects
  const bySubject = [
    ...faults.map((subject) => inDialects(subject.showsIn, (dialect): Trial => ({ kind: 'fault', subject, dialect }))),
    ...variants.map((subject) => inDialects(undefined, (dialect): Trial => ({ kind: 'variant', subject, dialect }))),
    ...undecidable.map((subject) =>
      inDialects(undefined, (dialect): Trial => ({ kind: 'undecidable', subject, dialect })),
    ),
    ...strangers.map((subject): Trial[] => [{ kind: 'stranger', subject, dialect: 'its own way' }]),
  ]
  // They have no dialects, or their own: each is in one part only.
  const isInPart = (_: unknown, index: number) => index % sample.of === sample.part - 1
  const ofStrangers = strangersFaults
    .filter(isInPart)
    .map((subject): Trial => ({ kind: "stranger's fault", subject, dialect: subject.stranger }))
  const ofChanges = changes
    .filter(isInPart)
    .sort((one, other) => costOf(other) - costOf(one))
    .map((subject): Trial => ({ kind: 'change', subject, dialect: subject.dialect }))
  // What takes longest goes first, so that no core waits for another at the end.
  const all = [...ofStrangers, ...ofChanges, ...bySubject.flatMap((trials, index) => sampled(trials, index, sample))]
  return selected(all, only, askableOf)
}

const costOf = ({ from }: ChangedServer) => (from === undefined ? 0 : PROFILES.indexOf(from))

function inDialects(showsIn: Fault['showsIn'], make: (dialect: string) => Trial): Trial[] {
  return Object.entries(DIALECTS)
    .filter(([, declared]) => showsIn?.(declared) ?? true)
    .map(([dialect]) => make(dialect))
}

/** Neighbouring subjects take other dialects, so that each dialect meets its share of all of them. */
function sampled(trials: readonly Trial[], index: number, { part, of }: Sample): Trial[] {
  const dialects = Object.keys(DIALECTS).length
  const step = Math.max(1, Math.floor(of / dialects))
  const chosen = trials.filter((_, dialect) => (dialect * step + index) % of === part - 1)
  if (chosen.length > 0 || of > dialects) return chosen
  return trials.slice(index % trials.length, (index % trials.length) + 1)
}

/** A trial can be asked for by its kind (fault, faults), its own name, its clause or open point, or its dialect. */
export const askableOf = (trial: Trial): Askable => ({
  kind: trial.kind,
  names: [trial.subject.id, trial.dialect, ...aboutWhat(trial)],
})

function aboutWhat({ kind, subject }: Trial): string[] {
  if (kind === 'change') return subject.about === undefined ? [] : [subject.about]
  if (kind === 'variant') return [subject.restsOn]
  return 'breaks' in subject ? [subject.breaks] : []
}
