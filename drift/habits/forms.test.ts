import { describe, expect, it } from 'vitest'
import { formOf, isWord } from './forms.ts'

describe('the form of a text or a number', () => {
  it.each([
    ['', 'empty'],
    ['{{A without its last character}}', 'an API key'],
    ['2026-01-02T03:04:05.678Z', 'a date with a time'],
    ['2026-01-02 03:04:05+0100', 'a date with a time'],
    ['2026-01-02T03:04:05', 'a date with a time, no zone'],
    ['Fri, 02 Jan 2026 03:04:05 GMT', 'a date as HTTP writes it'],
    ['2026-01-02', 'a date'],
    ['02.01.2026', 'a date in figures'],
    ['03:04', 'a time of day'],
    ['16:9', 'a ratio'],
    ['0b54c5a1-7d55-4f7c-8d38-2c58ea2f4b3b', 'a UUID'],
    ['https://example.com/a.mp4?signature=1', 'an https URL'],
    ['http://example.com', 'an http URL'],
    ['s3://bucket/key', 'a URL of another scheme'],
    ['/files/1.mp4', 'a path'],
    ['somebody@example.com', 'an e-mail address'],
    ['-12', 'a number in text'],
    ['12.50', 'a number in text'],
    ['true', 'a boolean in text'],
    ['in_progress', 'a word'],
    ['video/mp4', 'a word'],
    ['job_81c2', 'a token that begins with job_'],
    ['9f1c', 'a token'],
    ['No prompt was given.', 'text'],
    [0.5, 'a fraction'],
    [12, 'a whole number'],
    [1_767_322_000, 'seconds since 1970'],
    [1_767_322_000_123, 'milliseconds since 1970'],
  ])('of %j is %s', (value, form) => {
    expect(formOf(value).name).toBe(form)
  })

  it('of an id that chance has made of letters alone is the form of the other ids', () => {
    expect(formOf('job_abcdef', true)).toEqual(formOf('job_81c2', true))
    expect(formOf('deadbeef', true)).toEqual(formOf('9f1c', true))
    expect(formOf('deadbeef').name).toBe('a word')
  })

  it('of a token that was drawn without a figure is that of any other token', () => {
    expect(formOf('cl_xKqRtYbWmZpL').name).toBe(formOf('cl_9KqRtYbWmZpL').name)
    expect(formOf('cl_x-q--tYb').name).toBe('a token that begins with cl_')
    expect(formOf('inProgressForNow').name).toBe('a word')
  })

  it.each(['2026-01-02', 'https://example.com', 'job_81c2', '12', 1_767_322_000])(
    'is told by one value alone where nobody writes it by accident: %j',
    (value) => {
      expect(formOf(value).isTelling).toBe(true)
    },
  )

  it.each(['queued', 'No prompt was given.', '9f1c', 12, 0.5])('is told by many values only, as of %j', (value) => {
    expect(formOf(value).isTelling).toBe(false)
  })
})

it.each([
  ['queued', true],
  ['Bearer realm', true],
  ['mp4', true],
  ['a sentence of words', false],
  ['x'.repeat(41), false],
  ['', false],
])('takes %j for a word: %s', (text, is) => {
  expect(isWord(text)).toBe(is)
})
