import { type ClauseId, clause } from '../clauses.ts'
import type { OpenPointId } from '../open-points.ts'
import { FIELDS, type FieldName } from '../words.ts'
import type { Reason } from './opinion.ts'
import { shown } from './shown.ts'

type Where = FieldName | 'body'

export function accept(by: ClauseId, field: Where, why: string): Reason {
  return { verdict: 'accept', level: clause(by).level, by, field, why }
}

export function refuse(by: ClauseId, field: Where, why: string): Reason {
  return { verdict: 'refuse', level: clause(by).level, by, field, why }
}

export function refuseOrLetTheJobFail(by: ClauseId, field: Where, why: string): Reason {
  return { ...refuse(by, field, why), orJobFails: true }
}

export function leaveOpen(by: OpenPointId, field: Where, why: string): Reason {
  return { verdict: 'open', by, field, why }
}

export function refuseWrongType(field: FieldName, value: unknown): Reason {
  return refuse('submission.types-checked', field, `${field} is ${shown(value)}, not a ${FIELDS[field].type}`)
}

export function leaveNullOpen(field: FieldName): Reason {
  return leaveOpen('body.null-for-optional', field, `${field} is null`)
}
