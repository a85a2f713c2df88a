import { openedCertificate, written } from './certificates-for-tests.ts'
import { canonicalJson } from './document/canonical.ts'
import type { Envelope } from './document/envelope.ts'
import type { ConformanceResult, Signer, Statement } from './document/statement.ts'
import type { What } from './verifying/problem.ts'

/** A change of a text, and the problem that it must cause. */
export type Tampering = [named: What, tamper: (text: string) => string]

type Change<T> = (part: T) => unknown

export function inEnvelope(change: Change<Envelope>): (certificate: string) => string {
  return (certificate) => {
    const { envelope } = openedCertificate(certificate)
    change(envelope)
    return written(envelope)
  }
}

export function inSignature(change: Change<Envelope['signatures'][number]>): (certificate: string) => string {
  return inEnvelope(({ signatures: [first] }) => change(first!))
}

export function inStatement(change: Change<Statement>): (payload: string) => string {
  return (payload) => {
    const statement = JSON.parse(payload) as Statement
    change(statement)
    return canonicalJson(statement)
  }
}

export function inResult(change: Change<ConformanceResult & { signer: Signer }>): (payload: string) => string {
  return inStatement(({ predicate }) => change(predicate))
}

export function without(name: string): Change<object> {
  return (part) => Reflect.deleteProperty(part, name)
}

export function withMore(name: string, value: unknown = 1): Change<object> {
  return (part) => Object.assign(part, { [name]: value })
}

/** Another last character that decodes to the same bytes. */
export function withStrayBits(base64: string): string {
  return base64.replace(/([A-Za-z0-9+/])(?==+$)/, (last) => ALPHABET[ALPHABET.indexOf(last) + 1]!)
}
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export function otherBytes(base64: string, change: (bytes: number[]) => number[]): string {
  return Buffer.from(change([...Buffer.from(base64, 'base64')])).toString('base64')
}

export function inOtherOrder(json: string): string {
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).reverse()))
}
