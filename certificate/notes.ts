import type { KeyObject } from 'node:crypto'
import { excerpt, list } from '../runner/history/words.ts'
import type { RecordedRun } from './against-history.ts'
import { keyIdOf } from './keys.ts'
import type { Statement } from './statement.ts'

type Given = { publicKey: KeyObject | undefined; history: RecordedRun | undefined }

/** What no check can settle, and whoever relies on the certificate has to know. */
export function notesOn({ predicate }: Statement, { publicKey, history }: Given): string[] {
  const { clauses, notCovered, signer } = predicate
  const uncovered = new Set(notCovered)
  const musts = clauses.filter(({ id, level }) => level === 'must' && uncovered.has(id)).map(({ id }) => id)
  const waived = clauses.filter((clause) => clause.waived !== undefined).map(({ id }) => id)
  return [
    ...(musts.length > 0 ? [`it does not cover ${named(musts)}: no check tried them`] : []),
    ...(waived.length > 0 ? [`it puts up with broken clauses: ${named(waived)}`] : []),
    publicKey
      ? `the trusted key is ${keyIdOf(publicKey)}`
      : `no trusted key was given: it is signed by the key it names itself (${excerpt(signer.keyid)}), and it cannot say whose that is`,
    ...(history ? [] : ['no recorded run was given: its verdicts were not judged again']),
  ]
}

function named(ids: readonly string[]): string {
  return excerpt(list(ids), 2000)
}
