import { expect, it } from 'vitest'
import { formOf, isWord } from './forms.ts'

it.each([
  ['', 'empty'],
  ['{{A without its last character}}', 'an API key'],
  ['2026-01-02T03:04:05.678Z', 'a date with a time'],
  ['2026-01-02T03:04:05', 'a date with a time, no zone'],
  ['Fri, 02 Jan 2026 03:04:05 GMT', 'a date as HTTP writes it'],
  ['2026-01-02', 'a date'],
  ['02.01.2026', 'a date in figures'],
  ['03:04', 'a time of day'],
  ['16:9', 'a ratio'],
  ['0b54c5a1-7d55-4f7c-8d38-2c58ea2f4b3b', 'a UUID'],
  ['https://example.com/a.mp4?signature=1', 'an https URL'],
  ['s3://bucket/key', 'a URL of another scheme'],
  ['/files/1.mp4', 'a path'],
  ['somebody@example.com', 'an e-mail address'],
  ['12.50', 'a number in text'],
  ['true', 'a boolean in text'],
  ['in_progress', 'a word'],
  ['inProgressForNow', 'a word'],
  ['job_81c2', 'a token that begins with job_'],
  ['cl_x-q--tYb', 'a token that begins with cl_'],
  ['9f1c', 'a token'],
  ['No prompt was given.', 'text'],
  [0.5, 'a fraction'],
  [12, 'a whole number'],
  [1_767_322_000, 'seconds since 1970'],
  [1_767_322_000_123, 'milliseconds since 1970'],
])('calls the form of %j %s', (value, form) => {
  expect(formOf(value).name).toBe(form)
})

it('gives an id of letters only the form of other ids', () => {
  expect(formOf('job_abcdef', true)).toEqual(formOf('job_81c2', true))
  expect(formOf('deadbeef', true)).toEqual(formOf('9f1c', true))
})

it('takes one date, URL or prefixed token as decisive, but not one word or number', () => {
  const isTelling = (value: string | number) => formOf(value).isTelling
  expect(['2026-01-02', 'https://example.com', 'job_81c2', 1_767_322_000].filter((each) => !isTelling(each))).toEqual(
    [],
  )
  expect(['queued', 'No prompt was given.', '9f1c', 12, 0.5].filter(isTelling)).toEqual([])
})

it('takes short text for a word, but not a sentence', () => {
  expect(['queued', 'Bearer realm', 'mp4'].filter((text) => !isWord(text))).toEqual([])
  expect(['a sentence of words', 'x'.repeat(41), ''].filter(isWord)).toEqual([])
})
