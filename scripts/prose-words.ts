/** What to write instead, by what to avoid: shared by all text, so that readers can search for standard terms. */
export const WORDS: [avoid: RegExp, use: string][] = [
  [/\b(whoever|whatever|whence|whom|nobody|somebody|someone else|no one)\b/i, 'a noun: who does it?'],
  [/\bthe law\b|\blawful(ly)?\b|\bowed\b|\bpromise[sd]?\b/i, 'specification, clause, rule; unusual but conforming'],
  [/\bput(s|ting)? up with\b/i, 'waive, accept'],
  [/\bstrangers?\b/i, 'independent implementation'],
  [/\bfirst sight\b/i, 'first-run detection rate'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\baccus(e|es|ed|ing|ation)\b/i, 'false positive; fail'],
  [/\bbroken\b|\b(clause|rule)s? (hold|held)s?\b|\bholds (by now|again)\b/i, 'failed, passed; malformed'],
  [/\b(brought|brings?|comes?|came) (home|to (its|their|an) ends?)\b/i, 'finishes; poll to completion'],
  [/\bby chance\b|\bdrawn from\b/i, 'random, seeded'],
  [/\bleeway\b|\b(room for|no room|lack of room)\b/i, 'limit, capacity'],
  [/\bkept out\b|\brecipes?\b/i, 'redacted; placeholder'],
  [/\bmishaps?\b/i, 'network error'],
  [/\btwins?\b|\bgood one\b/i, 'control request'],
  [/\bvouch(es|ed)?\b/i, 'trusted key'],
  [/\b(getting acquainted|introduction)\b/i, 'discovery'],
  [/\blook(s|ed)? at\b/i, 'check, inspect, read'],
  [
    /\b(at hand|for want of|for ever|now and then|otherwise than|such as (are|is)|all that|that which)\b/i,
    'plain terms',
  ],
  [/\b(go|goes) with\b|\bbehind (it|them)\b|\b(is|are|was|were) told\b|\btells?( of)?\b(?!.*apart)/i, 'plain terms'],
  [/\b(is|are|was|were) (no (?!longer\b)\w+|none\b)/i, 'is not'],
  [/(^|[.!?:] )(Of|Where|Such as|What is) [^.]*, /, 'subject, verb, object'],
]
export const LONGEST_SENTENCE = 25
/** Text that may say so, by its reason. */
export const EXCEPTIONS: [text: RegExp, reason: string][] = [
  [/^\s*(CREATE TABLE|'use strict'|const by = |:root \{)/, 'code'],
  [
    /^\s*(th he in er|ro ri io ic|pr cl iv vi|lo ab bl ue|password passwort|sha256 at ms)/,
    'lists of letters and words',
  ],
  [/^for want of time$/, 'a value in history.jsonl and report.json'],
  [/^(an id that nobody gave|what was not promised|no more than was promised)$/, 'values in client.json'],
  [/no room for another job/, 'a provider state that published contracts name'],
]
