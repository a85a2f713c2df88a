const TIMES = 16

/** Where each part costs the same, sixteen times as much takes some 16 times as long; 256 where each is compared with each. */
export const LINEAR = 100

const TRIES = 4

/** How many times longer sixteen times as much takes. Repeats the long work only while it looks slower than linear. */
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

/** What takes less tells nothing. */
const LEAST_MS = 2

/** Of this thread alone: a machine may be busy with something else. */
function msOf(work: () => unknown): number {
  const begun = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}
