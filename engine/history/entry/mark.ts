import type { Schema } from './schemas.ts'

/** What a drive wants its judge to know of a request, as data: JSON with a kind. Sentences are made of it last. */
export type Mark = { kind: string; [field: string]: unknown }

/** One kind of mark, written and read in the same terms. */
export type MarkKind<Fields extends object> = {
  /** For the purpose of a request. */
  of(fields: Fields): Mark
  /** What stands in it, where a request carries a mark of this kind. */
  in(exchange: { purpose: { mark?: Mark } }): Fields | undefined
}

/** What the fields of each kind may hold: a mark in a recorded run may have been written by anybody. */
const FORMS = new Map<string, Schema>()

/** Undefined for a kind that nobody here reads. */
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
