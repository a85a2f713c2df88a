import { type KeyObject, verify } from 'node:crypto'
import { UsageError } from '../../../engine/config/target.ts'
import { list } from '../../../engine/history/reading/words.ts'
import { readBase64 } from '../document/base64.ts'
import { type Envelope, preAuthEncoding, type Signature } from '../document/envelope.ts'
import { keyIdOf, publicKeyFrom } from '../document/keys.ts'
import type { Signer } from '../document/statement.ts'
import { idOf, type Pinned } from './pinned-keys.ts'
import type { Problem } from './problem.ts'

type Signed = {
  envelope: Envelope
  body: Uint8Array
  /** The key in the certificate, if readable. */
  signer: Signer | undefined
  trusted: readonly Pinned[]
  revoked: ReadonlySet<string> | undefined
}

/** Every signature must be valid: one that cannot be verified is a problem, and so is a missing one. */
export function problemsOfSignatures({ envelope, body, signer, trusted, revoked }: Signed): Problem[] {
  const known = new Map<string, KeyObject>()
  const problems: Problem[] = []
  if (signer) {
    const named = keyOf(signer)
    problems.push(...named.problems)
    if (named.key) known.set(keyIdOf(named.key), named.key)
  }
  for (const each of trusted) if (typeof each !== 'string') known.set(keyIdOf(each), each)
  const signed = preAuthEncoding(envelope.payloadType, body)
  const seen = new Set<string>()
  for (const [index, signature] of envelope.signatures.entries()) {
    const where = `envelope/signatures/${index}`
    problems.push(...problemsOf({ ...signature, where, isRepeated: seen.has(signature.keyid) }, known, signed))
    seen.add(signature.keyid)
  }
  return [...problems, ...absent(envelope.signatures, signer, trusted), ...revokedAmong(envelope, signer, revoked)]
}

function keyOf({ keyid, publicKey }: Signer): { key?: KeyObject; problems: Problem[] } {
  const where = 'payload/predicate/signer'
  try {
    const key = publicKeyFrom(publicKey)
    if (keyIdOf(key) === keyid) return { key, problems: [] }
    return { key, problems: [{ what: 'signer-keyid', where, expected: keyIdOf(key), found: keyid }] }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { problems: [{ what: 'public-key', where, expected: 'an Ed25519 public key in PEM', found: publicKey }] }
  }
}

type Placed = Signature & { where: string; isRepeated: boolean }

function problemsOf(
  { keyid, sig, where, isRepeated }: Placed,
  known: ReadonlyMap<string, KeyObject>,
  signed: Uint8Array,
): Problem[] {
  const { bytes, flaw } = readBase64(sig)
  const problems: Problem[] = []
  if (flaw) problems.push({ what: 'signature-base64', where, expected: 'canonical standard base64', found: flaw })
  if (isRepeated) problems.push({ what: 'signature-twice', where, expected: 'one signature per key', found: keyid })
  const key = known.get(keyid)
  if (!key) {
    const expected = known.size === 0 ? 'a readable key' : list([...known.keys()], 'or')
    problems.push({ what: 'signature-keyid', where, expected, found: keyid })
  } else if (!verify(null, signed, key, bytes)) {
    const found = 'a signature that does not match the payload'
    problems.push({ what: 'signature', where, expected: `a signature by the key ${keyid}`, found })
  }
  return problems
}

/** The holder of a leaked key may sign any date, so earlier signatures cannot be distinguished. */
function revokedAmong({ signatures }: Envelope, signer: Signer | undefined, revoked: Signed['revoked']): Problem[] {
  const used = new Set([...signatures.map(({ keyid }) => keyid), ...(signer ? [signer.keyid] : [])])
  return [...used]
    .filter((keyid) => revoked?.has(keyid))
    .map((found) => ({
      what: 'revoked-key',
      where: 'envelope/signatures',
      expected: 'a key that is not revoked',
      found,
    }))
}

function absent(signatures: readonly Signature[], signer: Signer | undefined, trusted: readonly Pinned[]) {
  const problems: Problem[] = []
  const ids = signatures.map(({ keyid }) => keyid)
  const found = ids.length === 0 ? 'no signature' : list(ids)
  const lacking = (keyid: string) => ({ where: 'envelope/signatures', expected: keyid, found })
  if (trusted.length > 0 && !trusted.some((each) => ids.includes(idOf(each)))) {
    problems.push({ what: 'untrusted-key', ...lacking(list(trusted.map(idOf), 'or')) })
  }
  if (signer && !ids.includes(signer.keyid)) {
    problems.push({ what: 'signer-has-not-signed', ...lacking(signer.keyid) })
  }
  return problems
}
