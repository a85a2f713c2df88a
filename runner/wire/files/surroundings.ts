import { type LookupAddress, type LookupOptions, lookup as resolved } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressKind, kindOfAddress } from './address-kind.ts'

/** From what everybody reaches to what leads deepest into this machine. */
const DEPTHS: readonly AddressKind[] = ['public', 'nobody', 'private', 'loopback', 'link-local', 'metadata']

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/** Into what a url must not lead whose server is not there itself. */
export class TooDeep extends Error {
  override name = 'TooDeep'
  readonly code = 'TOO_DEEP'
  constructor(host: string, kind: AddressKind) {
    super(
      kind === 'nobody'
        ? `${host} is an address that no single machine has`
        : `${host} is a ${kind} address, and the server's own is not`,
    )
  }
}

/**
 * Where a server is reached from here, and so where its urls may lead: to any public address, to others of the kind that
 * its own is of, and to its own host. Whoever tests one on this machine frees this machine, and not the network around
 * it; what a cloud tells its machines is freed by nobody. Where it is, its first connection shows, so that
 * a name that leads elsewhere later frees nothing.
 */
export class Surroundings {
  readonly #host: string
  readonly #resolve: Resolve
  #own: readonly AddressKind[] | undefined

  constructor(origin: string, resolve: Resolve = resolved) {
    this.#resolve = resolve
    this.#host = hostOf(origin)
    if (isIP(this.#host)) this.#own = [kindOfAddress(this.#host)]
  }

  /** For connections to the server itself, which is wherever its name says. */
  readonly lookupOwn: LookupFunction = (host, options, done) => {
    this.#resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      this.#own ??= kindsOf(found)
      answer(found, options, done)
    })
  }

  /** For connections to wherever a url leads: the addresses that may not be reached are left out. */
  readonly lookup: LookupFunction = async (host, options, done) => {
    await this.#known()
    this.#resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const reachable = found.filter(({ address }) => this.#mayReach(host, kindOfAddress(address)))
      if (reachable.length === 0) return done(new TooDeep(host, kindOfAddress(found[0]?.address ?? '')), [])
      answer(reachable, options, done)
    })
  }

  /** What keeps a host from being asked, where it is written as an address: no name is looked up for it. */
  async whyNot(hostname: string): Promise<TooDeep | undefined> {
    const host = bare(hostname)
    if (!isIP(host)) return undefined
    await this.#known()
    const kind = kindOfAddress(host)
    return this.#mayReach(host, kind) ? undefined : new TooDeep(host, kind)
  }

  #mayReach(host: string, kind: AddressKind): boolean {
    const own = this.#own ?? ['public']
    if (bare(host) === this.#host) return own.includes(kind)
    const isNobodys = kind === 'metadata' || kind === 'nobody'
    return kind === 'public' || (!isNobodys && kind === own[0])
  }

  async #known(): Promise<void> {
    if (this.#own) return
    await new Promise<void>((known) => this.lookupOwn(this.#host, { all: true }, () => known()))
    // A name that nobody knows frees nothing.
    this.#own ??= ['public']
  }
}

/** A name that leads to several addresses may name deeper ones beside its own on purpose: the plainest comes first, and counts. */
function kindsOf(found: readonly LookupAddress[]): AddressKind[] {
  const kinds = found.map(({ address }) => kindOfAddress(address))
  return DEPTHS.filter((kind) => kinds.includes(kind))
}

function answer(
  found: LookupAddress[],
  options: Parameters<LookupFunction>[1],
  done: Parameters<LookupFunction>[2],
): void {
  if (options.all) done(null, found)
  else done(null, found[0]!.address, found[0]!.family)
}

const hostOf = (origin: string) => bare(new URL(origin).hostname)
const bare = (hostname: string) => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
