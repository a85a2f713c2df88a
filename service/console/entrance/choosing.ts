import { wrongField } from '../refusals.ts'
import { COMMON } from './common-passwords.ts'

export const SHORTEST = 10
const LONGEST = 512
const LONGEST_EMAIL = 254
const EMAIL = /^[^\s@"<>()[\]\\,;:]+@[^\s@"<>()[\]\\,;:.]+(\.[^\s@"<>()[\]\\,;:.]+)*$/

/** In one spelling, so that nobody has two accounts by the case of a letter. */
export function emailFrom(value: unknown): string {
  const email = typeof value === 'string' ? value.trim().normalize('NFKC').toLowerCase() : ''
  if (email === '') throw wrongField('email', 'Enter your e-mail address.')
  if (email.length > LONGEST_EMAIL || !EMAIL.test(email))
    throw wrongField('email', 'That is no e-mail address: it should look like name@example.com.')
  return email
}

export function passwordFrom(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw wrongField('password', 'Enter a password.')
  if (value.length > LONGEST) throw wrongField('password', `Use at most ${LONGEST} characters.`)
  return value
}

/** Long, and not among the first that somebody would try. Nothing else makes a password better. */
export function newPasswordFrom(value: unknown, email: string): string {
  const password = passwordFrom(value)
  if ([...password].length < SHORTEST)
    throw wrongField('password', `Use at least ${SHORTEST} characters. A few words in a row make a good one.`)
  if (isCommon(password, email))
    throw wrongField(
      'password',
      'That is among the first that anybody would try. A few unlikely words make a better one.',
    )
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

/** `aaaaaaaaaa`, `abcabcabcabc`. */
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
