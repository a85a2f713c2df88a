import { createHash, generateKeyPairSync } from 'node:crypto'
import { initializeCA, initializeCTLog, initializeTLog, mockFulcio, rekorHandler } from '@sigstore/mock'
import { mock } from '@sigstore/mock/dist/mock.js'

export const IDENTITY = 'https://github.com/acme/video/.github/workflows/certify.yml@refs/heads/main'
export const ISSUER = 'https://token.actions.githubusercontent.com'

const REKOR = 'https://rekor.sigstore.dev'

const inToken = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
/** A token like that of a CI system's OIDC provider; tests do not verify its signature. */
export const TOKEN = [inToken({ alg: 'none' }), inToken({ aud: 'sigstore', iss: ISSUER, sub: IDENTITY }), ''].join('.')

/** Fulcio and Rekor for one signature, without a network, and their trusted root. */
export async function mockedSigstore(): Promise<{ trustedRoot: string }> {
  const keyPair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  await mockFulcio({ keyPair })
  const { path, fn } = rekorHandler(await initializeTLog(REKOR, keyPair))
  mock(REKOR, { path, fn: (request) => fn(asLogged(request)) })
  const { rootCertificate } = await initializeCA(keyPair, await initializeCTLog(keyPair))
  const der = keyPair.publicKey.export({ type: 'spki', format: 'der' })
  const validFor = { start: '2020-01-01T00:00:00Z' }
  const log = {
    baseUrl: REKOR,
    hashAlgorithm: 'SHA2_256',
    publicKey: { rawBytes: der.toString('base64'), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor },
    logId: { keyId: createHash('sha256').update(der).digest('base64') },
  }
  const rawBytes = Buffer.from(rootCertificate.buffer, rootCertificate.byteOffset, rootCertificate.byteLength)
  const root = {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [log],
    ctlogs: [log],
    certificateAuthorities: [
      {
        subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
        uri: 'https://fulcio.sigstore.dev',
        certChain: { certificates: [{ rawBytes: rawBytes.toString('base64') }] },
        validFor,
      },
    ],
    timestampAuthorities: [],
  }
  return { trustedRoot: JSON.stringify(root) }
}

/** Rekor logs digest and signature of the proposal; so does the mock. */
function asLogged(request: string): string {
  const { spec, ...entry } = JSON.parse(request)
  const { payload, signatures } = JSON.parse(spec.proposedContent.envelope)
  const value = createHash('sha256').update(Buffer.from(payload, 'base64')).digest('hex')
  const logged = signatures.map(({ sig }: { sig: string }) => ({ signature: sig }))
  return JSON.stringify({ ...entry, spec: { payloadHash: { algorithm: 'sha256', value }, signatures: logged } })
}
