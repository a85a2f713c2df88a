import { excerpt, list } from '../../engine/history/reading/words.ts'
import type { Evidence } from '../../engine/judge/check.ts'
import type { Verdict } from '../../engine/judge/verdict.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { judgeFindings } from '../pact/index.ts'

/** Judges the findings of one clause. Requirements beyond the specification are named in the remark and never fail. */
export const judgeItsShare =
  (clause: ClauseId) =>
  ({ findings, gaps, ...evidence }: Evidence): Verdict => {
    const own = findings.filter((finding) => finding.clause === clause)
    const verdict = judgeFindings({
      ...evidence,
      findings: own,
      gaps: gaps.filter((gap) => gap.clauses?.includes(clause)),
    })
    const asked = new Set(own.map((finding) => finding.case))
    const beyond = findings.filter(
      (finding) => finding.clause === undefined && finding.mismatches.length > 0 && asked.has(finding.case),
    )
    if (verdict.verdict !== 'pass' || beyond.length === 0) return verdict
    const relies = `relies on behaviour that the specification does not require: ${excerpt(list(beyond.map((finding) => finding.case)), 300)}`
    return { ...verdict, remark: verdict.remark ? `${verdict.remark}; ${relies}` : relies }
  }
