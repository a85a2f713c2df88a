import type { Passage } from '../../../engine/judge/clients/passage.ts'

/** So many of the same, one close upon the other, are sent side by side by nobody. */
const A_ROW = 5

export const isNeverAtOnce = (passages: readonly Passage[]): boolean =>
  passages.every((each, index) => index === 0 || each.at >= passages[index - 1]!.end)

/** Those that stand in a long row of the same, each of which came in the very moment in which the one before was over. */
export function inARow(same: readonly Passage[], transitMs: number): Set<Passage> {
  const found = new Set<Passage>()
  for (let from = 0; from < same.length; ) {
    let behind = from + 1
    while (behind < same.length && same[behind]!.at - same[behind - 1]!.end < transitMs) behind++
    if (behind - from >= A_ROW) for (const each of same.slice(from, behind)) found.add(each)
    from = behind
  }
  return found
}
