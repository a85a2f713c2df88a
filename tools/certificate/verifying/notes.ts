import { excerpt, list } from '../../../engine/history/reading/words.ts'
import type { Statement } from '../document/statement.ts'
import type { RecordedRun } from './against-history.ts'
import { idOf, type Pinned } from './pinned-keys.ts'

type Given = { trusted: readonly Pinned[]; signedBy: readonly string[]; history: RecordedRun | undefined }

/** What readers of the certificate should know, but no check can decide. */
export function notesOn({ predicate }: Statement, { trusted, signedBy, history }: Given): string[] {
  const { clauses, notCovered, signer } = predicate
  const uncovered = new Set(notCovered)
  const musts = clauses.filter(({ id, level }) => level === 'must' && uncovered.has(id)).map(({ id }) => id)
  const waived = clauses.filter((clause) => clause.waived !== undefined).map(({ id }) => id)
  return [
    ...(musts.length > 0 ? [`it does not cover ${named(musts)}: no check tests them`] : []),
    ...(waived.length > 0 ? [`failed clauses are waived: ${named(waived)}`] : []),
    trusted.length > 0
      ? `the trusted ${trusted.length === 1 ? 'key is' : 'keys are'} ${named(trusted.map(idOf))}${trusted.length === 1 ? '' : `; it is signed by ${named(signedBy)}`}`
      : `no trusted key was given: it is signed by the key that it names itself (${excerpt(signer.keyid)}), whose owner is unknown`,
    ...(history ? [] : ['no recorded run was given: its verdicts were not recomputed']),
  ]
}

function named(ids: readonly string[]): string {
  return excerpt(list(ids), 2000)
}
