import type { ClauseId } from '../../../spec/clauses.ts'
import { OPEN_POINTS, type OpenPointId } from '../../../spec/open-points.ts'
import { judgeBodyText, REFUSING_CLAUSES } from '../../../spec/oracle.ts'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Purpose, RequestTemplate } from '../../history/entry/exchange.ts'
import { isRecord, parseJson } from '../../history/reading/reading.ts'

/** A list that was seen need not be the whole of it. */
const TELLING: readonly ClauseId[] = REFUSING_CLAUSES.filter((id) => id !== 'submission.model-listed')

export type BodyMeant = Pick<Purpose, 'part' | 'opinion' | 'open' | 'breaks'>

const LEFT_OPEN: BodyMeant = { part: 'observation', opinion: 'open' }

/** What a submission that nobody planned may expect, by the law alone. Which aliases there are, nobody need have asked. */
export function meaningOf({ body, bytes }: RequestTemplate, isTakenOn: boolean): BodyMeant {
  if (body === undefined || bytes || body.length > BOUNDS.observedBodyCharacters.most || body.includes('{{'))
    return LEFT_OPEN
  const value = parseJson(body)?.value
  const model = isRecord(value) && typeof value.model === 'string' ? [value.model] : []
  const { verdict, orJobFails, reasons } = judgeBodyText(body, { aliases: model })
  if (verdict === 'accept') return { part: 'submission', opinion: 'accept' }
  if (verdict === 'open') {
    const points = reasons.flatMap(({ by }) => (isOpenPoint(by) ? [by] : []))
    // Whoever takes an image on has found nothing wrong with it.
    if (isTakenOn && points.every((point) => point === 'image.unreachable'))
      return { part: 'submission', opinion: 'open' }
    const [open] = points
    return { ...LEFT_OPEN, ...(open && { open }) }
  }
  if (orJobFails) return LEFT_OPEN
  const broken = new Set(reasons.filter((reason) => reason.verdict === 'refuse').map(({ by }) => by as ClauseId))
  const [only, ...others] = broken
  const isOne = only !== undefined && others.length === 0 && TELLING.includes(only)
  return { part: 'probe', opinion: 'refuse', ...(isOne && { breaks: only }) }
}

const isOpenPoint = (id: string): id is OpenPointId => OPEN_POINTS.some((each) => each.id === id)
