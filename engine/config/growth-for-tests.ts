const TIMES = 16

/** For 16 times the input, linear work takes about 16 times as long, quadratic work 256 times. */
export const LINEAR = 100

const TRIES = 4

/** How many times longer 16 times the input takes. Repeats the long work only while it looks slower than linear. */
export function growthOf<Material>(
  make: (size: number) => Material,
  work: (material: Material) => unknown,
  size: number,
) {
  const [few, many] = [make(size), make(size * TIMES)]
  const bestOfFew = () => Math.min(...Array.from({ length: TRIES }, () => msOf(() => work(few))))
  bestOfFew()
  let [short, long] = [bestOfFew(), msOf(() => work(many))]
  for (let tried = 1; tried < TRIES && long / Math.max(short, LEAST_MS) >= LINEAR; tried++) {
    short = Math.min(short, bestOfFew())
    long = Math.min(
      long,
      msOf(() => work(many)),
    )
  }
  return long / Math.max(short, LEAST_MS)
}

/** Shorter times are too inexact. */
const LEAST_MS = 2

/** CPU time of this thread: the machine may be busy. */
function msOf(work: () => unknown): number {
  const begun = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}
