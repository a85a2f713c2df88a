import { NEEDS } from '../../../spec/clause.ts'
import type { FilesNamed } from '../../config/configuration.ts'
import { CAUSE_KINDS, type Cause } from '../entry/cause.ts'
import type { Dialect } from '../entry/dialect.ts'
import type {
  AboutToSubmit,
  Completed,
  CutShort,
  Ended,
  Gap,
  HistoryEntry,
  Learned,
  ReachedBy,
  Resumed,
  Skipped,
  ToolFinding,
} from '../entry/entries.ts'
import type { Late } from '../entry/exchange.ts'
import {
  amount,
  count,
  flag,
  id,
  is,
  keyName,
  list,
  milliseconds,
  nth,
  record,
  type Schema,
  text,
  variants,
  words,
  yes,
} from '../entry/schemas.ts'
import { BEGAN, profile } from './began.ts'
import { ELSEWHERE, EXCHANGE } from './exchange.ts'
import { LOOK } from './look.ts'

type Kind<K extends Cause['kind']> = Extract<Cause, { kind: K }>

const PLAIN = CAUSE_KINDS.filter((kind) => !['missing', 'profile', 'limit', 'run ended'].includes(kind))
const cause = variants('kind', [
  record<Kind<'missing'>>({ kind: is('missing'), need: { enum: Object.keys(NEEDS) } }, {}),
  record<Kind<'profile'>>({ kind: is('profile'), least: profile }, {}),
  record<Kind<'limit'>>({ kind: is('limit'), options: list({ type: 'string', pattern: '^--[a-z-]+$' }, 1) }, {}),
  record<Kind<'run ended'>>(
    {
      kind: is('run ended'),
      how: words<Kind<'run ended'>['how']>({ interrupted: true, deadline: true, 'broken off': true }),
    },
    {},
  ),
  { type: 'object', properties: { kind: { enum: PLAIN } }, required: ['kind'] },
])

const dialect = record<Dialect>(
  {},
  {
    idWay: list(text),
    idType: words<NonNullable<Dialect['idType']>>({ string: true, number: true }),
    models: record<NonNullable<Dialect['models']>>({ form: text, aliases: list(text) }, {}),
    alias: text,
    learnedBy: keyName,
  },
)

const tls = record<NonNullable<ReachedBy['tls']>>(
  { protocol: text, issuer: text, subject: text, fingerprint256: text, validTo: text, authorized: flag },
  {},
)

type Of<K extends HistoryEntry['kind']> = Extract<HistoryEntry, { kind: K }>
type LeftOver = Of<'left over'>

/** What each kind of line may hold. */
export const ENTRIES: Record<HistoryEntry['kind'], Schema> = {
  began: BEGAN,
  'reached by': record<ReachedBy>({ kind: is('reached by') }, { address: text, tls, proxy: text, ca: yes }),
  'left over': record<LeftOver>(
    { kind: is('left over'), jobs: list(record<LeftOver['jobs'][number]>({ id: text, key: keyName }, {})) },
    {},
  ),
  'about to submit': record<AboutToSubmit>(
    { kind: is('about to submit'), n: nth, at: milliseconds, by: text, videoSeconds: amount },
    { case: text, key: keyName },
  ),
  resumed: record<Resumed>(
    { kind: is('resumed'), at: milliseconds, startedAt: { type: 'string', format: 'time' }, abandoned: list(nth) },
    { damaged: list(nth), files: record<FilesNamed>({}, { ca: text, clientCert: text, clientKey: text }) },
  ),
  exchange: EXCHANGE,
  elsewhere: ELSEWHERE,
  late: record<Late>({ kind: is('late'), at: milliseconds, ms: amount }, {}),
  gap: record<Gap>({ kind: is('gap'), by: text, case: text, why: text }, { cause, clauses: list(id) }),
  finding: record<ToolFinding>(
    { kind: is('finding'), by: text, case: text, expected: text, mismatches: list(text), evidence: list(nth) },
    { doubt: text, clause: id },
  ),
  skipped: record<Skipped>({ kind: is('skipped'), by: text, why: text }, { cause }),
  'cut-short': record<CutShort>({ kind: is('cut-short'), by: text, why: text }, { cause, fault: yes }),
  driven: record<Completed>({ kind: is('driven'), by: text }, { leftOut: is('for want of time') }),
  waited: record<Of<'waited'>>({ kind: is('waited'), by: text, at: milliseconds, ms: milliseconds, why: text }, {}),
  'judging cut short': record<Of<'judging cut short'>>(
    {
      kind: is('judging cut short'),
      steps: count,
      how: words<Of<'judging cut short'>['how']>({ interrupted: true, deadline: true }),
      why: text,
    },
    {},
  ),
  look: LOOK,
  learned: record<Learned>({ kind: is('learned'), dialect, evidence: list(nth) }, { noJob: text }),
  ended: record<Ended>(
    {
      kind: is('ended'),
      at: milliseconds,
      how: words<Ended['how']>({
        whole: true,
        interrupted: true,
        deadline: true,
        'cut short': true,
        'no target': true,
      }),
    },
    { why: text },
  ),
}
