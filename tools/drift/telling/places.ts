import { openPoint } from '../../../spec/open-points.ts'
import { ELSEWHERE, type Where } from '../habits/habit.ts'

/** A place in the interface, in words. */
export function placeInWords({ endpoint, status, state, pointer, header, clause, open, asked, alias }: Where): string {
  if (clause !== undefined) return clause
  if (open !== undefined) return `${open} (${openPoint(open).question})`
  if (alias !== undefined) return `the alias ${alias}`
  const where = endpoint === ELSEWHERE ? 'a path outside the interface' : endpoint
  if (status === undefined) return asked === undefined ? where! : `${where}, request "${asked}"`
  const answer = state === undefined ? `${where} ${status}` : `${where} ${status} (${state} job)`
  if (header !== undefined) return `${answer}, header ${header}`
  return pointer === undefined ? answer : `${answer}, ${pointer === '' ? 'the whole body' : pointer}`
}
