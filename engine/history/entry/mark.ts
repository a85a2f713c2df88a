import type { Schema } from './schemas.ts'

/** Data of a drive for its judge about a request. */
export type Mark = { kind: string; [field: string]: unknown }

export type MarkKind<Fields extends object> = {
  of(fields: Fields): Mark
  /** The fields, if the request has a mark of this kind. */
  in(exchange: { purpose: { mark?: Mark } }): Fields | undefined
}

/** By kind, to validate the marks of recorded runs. */
const FORMS = new Map<string, Schema>()

/** Undefined for a kind of another version. */
export const formOfMark = ({ kind }: Mark): Schema | undefined => FORMS.get(kind)

export function markOf<Fields extends object>(kind: string, form: Schema): MarkKind<Fields> {
  FORMS.set(kind, form)
  return {
    of: (fields) => ({ ...fields, kind }),
    in({ purpose: { mark } }) {
      if (mark?.kind !== kind) return undefined
      const { kind: _, ...fields } = mark
      return fields as Fields
    },
  }
}
