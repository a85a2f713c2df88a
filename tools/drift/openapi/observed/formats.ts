const URLS = ['an https URL', 'an http URL', 'a URL of another scheme', 'a token', 'text']
const OPAQUE = ['a token', 'text', 'a word']

/** Observed forms that agree with a format. Other, less decisive forms may be unusual spellings of it. */
const FORMS: Record<string, readonly string[]> = {
  'date-time': ['a date with a time'],
  date: ['a date'],
  uuid: ['a UUID'],
  uri: URLS,
  url: URLS,
  iri: URLS,
  'uri-reference': [...URLS, 'a path', 'a word', 'a number in text', 'a UUID', 'empty'],
  email: ['an e-mail address', ...OPAQUE],
  time: ['a time of day', 'text', 'a token'],
}

/** Undefined for a format that cannot be recognized. */
export function formsFor(format: string): ReadonlySet<string> | undefined {
  return Object.hasOwn(FORMS, format) ? new Set(FORMS[format]) : undefined
}
