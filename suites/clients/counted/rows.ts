import type { Passage } from '../../../runner/judging/clients/passage.ts'

/** So many of the same, one close upon the other, are sent side by side by nobody. */
const A_ROW = 5

export const isNeverAtOnce = (passages: readonly Passage[]): boolean =>
  passages.every((each, index) => index === 0 || each.at >= passages[index - 1]!.end)

/** Whether it stands in a long row of the same, each of which came in the very moment in which the one before was over. */
export function isInARow(same: readonly Passage[], one: Passage, transitMs: number): boolean {
  const isBroken = (each: Passage, index: number) => index === 0 || each.at - same[index - 1]!.end >= transitMs
  const at = same.indexOf(one)
  const from = same.findLastIndex((each, index) => index <= at && isBroken(each, index))
  const behind = same.findIndex((each, index) => index > at && isBroken(each, index))
  return (behind < 0 ? same.length : behind) - from >= A_ROW
}
