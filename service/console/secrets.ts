import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const newSecret = () => randomBytes(32).toString('base64url')

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export const sealOf = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64url')

export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(sha256(one)), Buffer.from(sha256(other))]
  return timingSafeEqual(left, right)
}
