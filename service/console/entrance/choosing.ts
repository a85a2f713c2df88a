import { wrongField } from '../refusals.ts'
import { COMMON } from './common-passwords.ts'

export const SHORTEST = 10
const LONGEST = 512
const LONGEST_EMAIL = 254
const EMAIL = /^[^\s@"<>()[\]\\,;:]+@[^\s@"<>()[\]\\,;:.]+(\.[^\s@"<>()[\]\\,;:.]+)*$/

/** Normalized, so that letter case does not make two accounts. */
export function emailFrom(value: unknown): string {
  const email = typeof value === 'string' ? value.trim().normalize('NFKC').toLowerCase() : ''
  if (email === '') throw wrongField('email', 'Enter your e-mail address.')
  if (email.length > LONGEST_EMAIL || !EMAIL.test(email))
    throw wrongField('email', 'Enter a valid e-mail address, such as name@example.com.')
  return email
}

export function passwordFrom(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw wrongField('password', 'Enter a password.')
  if (value.length > LONGEST) throw wrongField('password', `Use at most ${LONGEST} characters.`)
  return value
}

/** Requires length and rejects common passwords; no other rules. */
export function newPasswordFrom(value: unknown, email: string): string {
  const password = passwordFrom(value)
  if ([...password].length < SHORTEST)
    throw wrongField('password', `Use at least ${SHORTEST} characters, for example several words.`)
  if (isCommon(password, email))
    throw wrongField('password', 'This password is too common. Use several unrelated words.')
  return password
}

function isCommon(password: string, email: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const letters = plain.replace(/[^\p{L}]+$/u, '')
  const [name = ''] = email.split('@')
  const guesses = [plain, letters]
  return (
    guesses.some((guess) => COMMON.has(guess) || guess === email || guess === name) ||
    isRepeated(plain) ||
    isInARow(plain)
  )
}

/** Matches `aaaaaaaaaa` and `abcabcabcabc`. */
const isRepeated = (text: string) => /^(.{1,4})\1+.{0,3}$/su.test(text) && new Set(text).size <= 4

const ROWS = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]

const isInARow = (text: string) =>
  ROWS.some((row) => row.includes(text) || [...row].toReversed().join('').includes(text))
