import type { Wishes } from '../../engine/config/configuration.ts'

/** One option: flag, help text, parser, and the part of the configuration that it sets. */
export type Definition<Value> = {
  flag: string
  about: string
  /** Help text of its opposite, `--no-…`. */
  not?: string
  read?: (text: string, before?: Value) => Value
  wish?: (value: Value) => Wishes
}

export const text = (flag: string, about: string, wish?: (value: string) => Wishes): Definition<string> => ({
  flag,
  about,
  ...(wish && { wish }),
})
export const yes = (flag: string, about: string, wish?: (value: boolean) => Wishes): Definition<boolean> => ({
  flag,
  about,
  ...(wish && { wish }),
})
/** With an opposite, which the help shows instead. */
export const eitherWay = (
  flag: string,
  about: string,
  not: string,
  wish: (value: boolean) => Wishes,
): Definition<boolean> => ({ flag, about, not, wish })
export const one = <Value>(
  flag: string,
  read: (text: string, before?: Value) => Value,
  about: string,
  wish: (value: Value) => Wishes,
): Definition<Value> => ({ flag, about, read, wish })
