import { createRequire } from 'node:module'
import type { SerializedBundle } from '@sigstore/bundle'
import { UsageError } from '../../../engine/config/target.ts'
import { canonicalJson } from '../document/canonical.ts'
import { PAYLOAD_TYPE } from '../document/schema.ts'

/** The signer, as stated by Sigstore's certificate authority. */
export type Identity = { identity: string; issuer: string }

const BUNDLE = 'application/vnd.dev.sigstore.bundle'
const TIMEOUT_MS = 10_000

/** The package is optional; its parts are resolved from it. */
function sigstorePart(name: string): unknown {
  let besideSigstore: NodeJS.Require
  try {
    besideSigstore = createRequire(createRequire(import.meta.url).resolve('sigstore'))
  } catch {
    throw new UsageError('sigstore is not installed: run npm install --save-dev sigstore')
  }
  return besideSigstore(name)
}

type Environment = Readonly<Record<string, string | undefined>>

/** Fails before the run if the package, or an identity to sign with, is missing. */
export function refuseWithoutSigstore({ SIGSTORE_ID_TOKEN, ACTIONS_ID_TOKEN_REQUEST_URL }: Environment): void {
  sigstorePart('sigstore')
  if (!SIGSTORE_ID_TOKEN && !ACTIONS_ID_TOKEN_REQUEST_URL)
    throw new UsageError(
      '--sigstore needs an OIDC identity: in GitHub Actions add the permission "id-token: write"; elsewhere set SIGSTORE_ID_TOKEN to a token for the audience sigstore',
    )
}

/** A Sigstore bundle of a statement, signed with a token or with the identity of the CI job. Needs the network. */
export async function signedWithSigstore(statement: object, identityToken: string | undefined): Promise<string> {
  const { attest } = sigstorePart('sigstore') as typeof import('sigstore')
  const options = { timeout: TIMEOUT_MS, ...(identityToken && { identityToken }) }
  return `${JSON.stringify(await attest(Buffer.from(canonicalJson(statement)), PAYLOAD_TYPE, options))}\n`
}

export type Bundle = Extract<SerializedBundle, { dsseEnvelope: object }>

export const isBundle = (value: unknown): value is Bundle =>
  String((value as Partial<Bundle> | null)?.mediaType ?? '').startsWith(BUNDLE)

/** Verifies a bundle offline with the first matching trusted root. Otherwise says why none matches. */
export function signerOfBundle(bundle: Bundle, trustedRoots: string): Identity | { why: string } {
  const { bundleFromJSON } = sigstorePart('@sigstore/bundle') as typeof import('@sigstore/bundle')
  const { toSignedEntity, toTrustMaterial, Verifier } = sigstorePart(
    '@sigstore/verify',
  ) as typeof import('@sigstore/verify')
  let why = 'no trusted root'
  for (const root of rootsIn(trustedRoots)) {
    const trusted = toTrustMaterial(root)
    // A private instance may have no logs: then its root lists none, and timestamps are required instead.
    const least = (logs: readonly unknown[]) => Math.min(1, logs.length)
    const options = { tlogThreshold: least(root.tlogs), ctlogThreshold: least(root.ctlogs) }
    try {
      const { identity } = new Verifier(trusted, options).verify(toSignedEntity(bundleFromJSON(bundle)))
      const { subjectAlternativeName, extensions } = identity ?? {}
      const issuer = extensions?.issuer
      if (subjectAlternativeName && issuer) return { identity: subjectAlternativeName, issuer }
      why = 'a certificate without identity and issuer'
    } catch (error) {
      why = (error as Error).message
    }
  }
  return { why }
}

/** A trusted_root.json, or one per line, as `gh attestation trusted-root` prints them. */
function rootsIn(text: string) {
  const { TrustedRoot } = sigstorePart('@sigstore/protobuf-specs') as typeof import('@sigstore/protobuf-specs')
  try {
    return documentsIn(text).map((each) => TrustedRoot.fromJSON(each))
  } catch {
    throw new UsageError(
      '--trusted-root: not a trusted root of Sigstore; "gh attestation trusted-root" prints the current ones',
    )
  }
}

function documentsIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line))
  }
}
