const TIMES = 16

/** Where each part costs the same, sixteen times as much takes some 16 times as long; 256 where each is compared with each. */
export const LINEAR = 100

/** How many times longer sixteen times as much takes. The best of several tries. */
export function growthOf<Material>(
  make: (size: number) => Material,
  work: (material: Material) => unknown,
  size: number,
) {
  const best = (material: Material) => Math.min(...Array.from({ length: 4 }, () => msOf(() => work(material))))
  const [few, many] = [make(size), make(size * TIMES)]
  best(few)
  return best(many) / Math.max(best(few), LEAST_MS)
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
