import type { Exchange, Mark } from './exchange.ts'

/** One kind of mark, written and read in the same terms. */
export type MarkKind<Fields extends object> = {
  /** For the purpose of a request. */
  of(fields: Fields): Mark
  /** What stands in it, where a request carries a mark of this kind. */
  in(exchange: Pick<Exchange, 'purpose'>): Fields | undefined
}

export function markOf<Fields extends object>(kind: string): MarkKind<Fields> {
  return {
    of: (fields) => ({ ...fields, kind }),
    in: ({ purpose: { mark } }) => (mark?.kind === kind ? (mark as unknown as Fields) : undefined),
  }
}
