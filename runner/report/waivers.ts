import { isClauseId } from '../../spec/clauses.ts'
import { UsageError } from '../settings/target.ts'
import type { Waiver } from '../settings/waiver.ts'
import type { ClauseReport, Report, WaiverReport } from './report.ts'

export function waiversFrom(texts: readonly string[]): Waiver[] {
  const waivers = texts.map((text): Waiver => {
    const [id = '', ...rest] = text.split('=')
    const reason = rest.join('=').trim()
    if (id === '') throw new UsageError(`--waive ${text}: name a clause before the =; "gatecheck clauses" lists them`)
    if (!isClauseId(id))
      throw new UsageError(`--waive ${text}: there is no clause ${id}; "gatecheck clauses" lists them`)
    if (reason === '') throw new UsageError(`--waive ${id}: say why, as in --waive ${id}="mended in release 7"`)
    return { clause: id, reason }
  })
  const twice = waivers.find(({ clause }, index) => waivers.findIndex((each) => each.clause === clause) !== index)
  if (twice) throw new UsageError(`--waive ${twice.clause}: it is waived twice; say it once`)
  return waivers
}

export function statesOf(waivers: readonly Waiver[], clauses: readonly ClauseReport[]): WaiverReport[] {
  const states = { fail: 'used', pass: 'stale', inconclusive: 'not judged', skip: 'not judged' } as const
  return waivers.map((waiver) => {
    const verdict = clauses.find(({ id }) => id === waiver.clause)?.verdict
    return { ...waiver, state: verdict === undefined ? 'not judged' : states[verdict] }
  })
}

/** What a failure does to the run: it breaks it, it is a warning, or it is put up with. */
export type Gravity = 'broken' | 'warning' | 'waived'

export function gravityOf(
  { level, waived }: Pick<ClauseReport, 'level' | 'waived'>,
  { strict }: Pick<Report, 'strict'>,
): Gravity {
  if (waived !== undefined) return 'waived'
  return level === 'must' || strict ? 'broken' : 'warning'
}
