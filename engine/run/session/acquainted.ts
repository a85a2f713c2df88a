import { introduce } from '../../discovery/discovery.ts'
import type { Introduction, Parts } from '../../discovery/parts.ts'
import type { Resumption } from '../resume/resumption.ts'
import { takeUp } from '../resume/take-up.ts'

/** `isAway`: why a run cannot go on for now, if so. */
export type Acquainted = Introduction & { isAway?: string }

/** Done once in a run, and what was learned is written down: a run that goes on knows it. */
export async function acquainted(parts: Parts, resumption: Resumption | undefined): Promise<Acquainted> {
  if (resumption?.earlier.learned) return takeUp(resumption, parts)
  const introduction = await introduce(parts)
  parts.history.append({
    kind: 'learned',
    dialect: parts.dialect,
    evidence: introduction.submission ? [introduction.submission.n] : [],
    ...(introduction.noJob && { noJob: introduction.noJob.message }),
  })
  return introduction
}
