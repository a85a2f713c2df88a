import { shortened } from '../history/reading/words.ts'

const MOST_VALUES = 50

/**
 * The server's choice at an open point: a set of values, sorted, and the same in words. Seeing several in one run is worth
 * a remark, no more.
 */
export type Choice = {
  choice: string
  values: string[]
  evidence: number[]
  inconsistent?: string
  /** Why it cannot be told, if so. */
  untold?: string
}

/** A choice is told on evidence alone. */
export function cannotBeTold(
  why: string,
  evidence: readonly number[] = [],
  word: 'not observed' | 'not tested' = 'not observed',
): Choice {
  return { choice: `${word}: ${why}`, values: [], evidence: [...evidence], untold: why }
}

/** A server may choose anew each time, and in as many words as it likes. */
export const choiceInFewWords = ({ choice, values, inconsistent, ...rest }: Choice): Choice => ({
  ...rest,
  choice: shortened(choice),
  values: values.slice(0, MOST_VALUES).map((each) => shortened(each)),
  ...(inconsistent !== undefined && { inconsistent: shortened(inconsistent) }),
})
