export function counting() {
  const counts = new Map<string, number>()
  return {
    of: (who: string) => counts.get(who) ?? 0,
    next(who: string): number {
      const count = (counts.get(who) ?? 0) + 1
      counts.set(who, count)
      return count
    },
  }
}

/** A limited number of turns for each. */
export function turns(most: number) {
  const taken = new Map<string, number>()
  const change = (who: string, by: number) => taken.set(who, (taken.get(who) ?? 0) + by)
  return {
    take(who: string): boolean {
      if ((taken.get(who) ?? 0) >= most) return false
      if (most !== Number.POSITIVE_INFINITY) change(who, 1)
      return true
    },
    giveBack: (who: string) => void (most !== Number.POSITIVE_INFINITY && change(who, -1)),
  }
}
