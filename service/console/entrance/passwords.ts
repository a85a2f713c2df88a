import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { wayTo } from './narrow-way.ts'

type Costs = { N: number; r: number; p: number }

/** One of OWASP's recommended settings, with 32 MiB of memory. */
const COSTS: Costs = { N: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/

/** Each hash occupies a core and memory, so only a few run at once. */
const way = wayTo({ atOnce: 2, waiting: 32 })

export async function hashOf(password: string, costs: Costs = COSTS): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derived(password, salt, costs)
  return ['scrypt', costs.N, costs.r, costs.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

export type Tried = {
  isRight: boolean
  /** Hashed with outdated costs: to be rehashed while the password is known. */
  isStale: boolean
}

/** Without a stored hash, takes the same time and fails. */
export async function tried(password: string, kept: string | undefined): Promise<Tried> {
  const [, N, r, p, salt, hash] = FORM.exec(kept ?? '') ?? []
  if (salt === undefined || hash === undefined) {
    await derived(password, randomBytes(SALT_BYTES), COSTS)
    return { isRight: false, isStale: false }
  }
  const costs = { N: Number(N), r: Number(r), p: Number(p) }
  const isRight = timingSafeEqual(
    await derived(password, Buffer.from(salt, 'base64url'), costs),
    Buffer.from(hash, 'base64url'),
  )
  return { isRight, isStale: costs.N !== COSTS.N || costs.r !== COSTS.r || costs.p !== COSTS.p }
}

function derived(password: string, salt: Buffer, { N, r, p }: Costs): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r }
  return way(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}
