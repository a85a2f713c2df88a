import { type ClauseId, clause } from '../../../spec/clauses.ts'
import { FIELDS, type FieldName } from '../../../spec/words.ts'
import { type Means, wrongValues } from './wrong-values.ts'

/** One thing wrong in one field. Which clause it breaks, and whether any, the oracle says. */
export type LikelyMistake = {
  field: FieldName
  instead: { value: unknown } | 'nothing'
  /** What one rule refuses: a server without the rule overlooks all of a kind. */
  kind: string
  isOfMust: boolean
  /** Whoever compares with a wrong end overlooks these alone, and whoever compares with none these as well. */
  isNear?: true
  seldom?: true
}

/** Field by field what is said instead of it, or nothing. */
export function likelyMistakes(means: Means): LikelyMistake[] {
  const values = wrongValues(means)
  const fields = (Object.keys(FIELDS) as FieldName[]).filter((field) => values.some((each) => each.field === field))
  return fields.flatMap((field): LikelyMistake[] => {
    const own = values
      .filter((each) => each.field === field)
      .map(({ breaks, likely = [], drawn = [], plain = [] }) => {
        const said = ({ value }: { value: unknown }) => ({ ...kindOf(field, breaks, value), field, instead: { value } })
        return { often: [...likely, ...drawn].map(said), seldom: plain.map(said) }
      })
    return [
      // What may be left out is no mistake, and the oracle says so.
      { field, instead: 'nothing', kind: `${field} missing`, isOfMust: true },
      ...own.flatMap(({ often }) => often),
      ...own.flatMap(({ seldom }) => seldom.map((each) => ({ ...each, seldom: true as const }))),
    ]
  })
}

const NEAR = 1

/** The two ends of a range are two rules. */
function kindOf(
  field: FieldName,
  breaks: ClauseId,
  value: unknown,
): Pick<LikelyMistake, 'kind' | 'isOfMust' | 'isNear'> {
  const kind = `${field} ${breaks}`
  const isOfMust = clause(breaks).level === 'must'
  const range = FIELDS[field]
  const number = Number(JSON.stringify(value))
  if (!('most' in range) || (number >= range.least && number <= range.most) || Number.isNaN(number))
    return { kind, isOfMust }
  const { least, most } = range
  const beyond = number < least ? least - number : number - most
  return { kind: `${kind} ${number < least ? 'below' : 'above'}`, isOfMust, ...(beyond <= NEAR && { isNear: true }) }
}
