import type { FileFinding, Verdict, VerdictOnFiles } from '../../engine/judge/verdict.ts'
import type { Case } from './cases.ts'

/** right · wrong, in words · unread: cannot be judged · not asked: nothing was requested or stated. */
export type CaseFinding =
  | { kind: 'right' }
  | { kind: 'wrong'; expected: string; received: string }
  | { kind: 'unread'; why: string }
  | { kind: 'not asked' }

/** A verdict names some of the files alone; reports show each, with what was found of it. */
export function withFiles(verdict: Verdict, found: readonly { each: Case; finding: CaseFinding }[]): VerdictOnFiles {
  const files = found.flatMap(({ each: { look }, finding }): FileFinding[] => {
    if (finding.kind === 'not asked') return []
    const { kind: is, ...rest } = finding
    return [{ job: look.job, at: look.at, is, ...rest } as FileFinding]
  })
  return files.length === 0 ? verdict : { ...verdict, files }
}
