import { SUBJECT_NAME } from '../document/schema.ts'
import type { FileMade, Statement } from '../document/statement.ts'
import type { Problem } from './problem.ts'

/** The files beside the history that a certificate covers, with their digests. */
export function filesCoveredBy({ subject }: Statement): ReadonlyMap<string, string> {
  return new Map(subject.flatMap(({ name, digest }) => (name === SUBJECT_NAME ? [] : [[name, digest.sha256] as const])))
}

/** Covered files that were changed. */
export function againstFiles(statement: Statement, files: readonly FileMade[]): Problem[] {
  const covered = filesCoveredBy(statement)
  return files.flatMap(({ name, sha256 }): Problem[] => {
    const signed = covered.get(name)
    if (signed === undefined || signed === sha256) return []
    return [{ what: 'file-differs', where: name, expected: signed, found: sha256 }]
  })
}
