import type { ClientWatching, Known } from './check.ts'
import type { Passage } from './passage.ts'

/** Exchanges judged together. */
export const MOST_EXCHANGES = 20_000

type From = Known['from']
type Window<Conclusion> = { from: From; watching: ClientWatching<Conclusion> }

/** How what one window has come to is put together with what the next one says. */
type Ways<Conclusion> = {
  /** Of a window that is closed, what the one that goes on does not know as well; undefined where that is nothing. */
  leftOf(closed: Conclusion, open: Conclusion): Conclusion | undefined
  together(before: Conclusion, now: Conclusion): Conclusion
}

/**
 * Judges traffic that goes on for days in windows, each of which looks on for twice as long as there are between one and the
 * next: what is older is forgotten, but for what it came to. In short traffic there is one window.
 */
export function atLength<Conclusion>(
  watch: () => ClientWatching<Conclusion>,
  { leftOf, together }: Ways<Conclusion>,
): ClientWatching<Conclusion> {
  let windows: Window<Conclusion>[] = [{ from: { n: 0, at: 0 }, watching: watch() }]
  let settled: Conclusion | undefined
  let seen = 0
  const said = ({ watching, from }: Window<Conclusion>, known: Known) => watching.conclude(knownFrom(from, known))

  function turn({ n, at }: Passage, known: Known): void {
    const [closed, open] = windows
    if (closed && open) {
      const left = leftOf(said(closed, known), said(open, known))
      if (left !== undefined) settled = settled === undefined ? left : together(settled, left)
      windows = [open]
    }
    windows.push({ from: { n, at }, watching: watch() })
  }

  return {
    see(passage, known) {
      if (seen > 0 && seen % MOST_EXCHANGES === 0) turn(passage, known)
      seen++
      for (const { watching, from } of windows) watching.see(passage, knownFrom(from, known))
    },
    conclude(known) {
      const now = said(windows[0]!, known)
      return settled === undefined ? now : together(settled, now)
    },
  }
}

/** Many judges ask for the same. */
const made = new WeakMap<Known, Map<number, Known>>()

/** Of a later window nobody may say that it has seen all. */
function knownFrom(from: From, known: Known): Known {
  if (from.n === 0) return known
  const others = made.get(known) ?? new Map<number, Known>()
  made.set(known, others)
  const { isWhole: _, ...options } = known.options
  const own = others.get(from.n) ?? { ...known, options, from }
  others.set(from.n, own)
  return own
}
