import type { Explanation } from '../clause.ts'
import type { authorization as clauses } from '../clauses/authorization.ts'

export const authorizationKeys = {
  'auth.unknown-key': {
    checked:
      'A freshly invented key and the prefix of keys alone are sent to the endpoints, in a smoke run to one of them; ' +
      'drawn requests add made-up keys such as single words behind cl_. Their statuses are compared with 401.',
    violation:
      'A request with a key that nobody was ever given comes back as 200 or 202, or as 403 or 404 where 401 is due.',
    cause:
      'The server may check only that the key begins with cl_ and looks plausible, or a development setting that ' +
      'accepts any key has reached this environment; now and then one route skips the lookup.',
    remedy:
      'Look every key up by its hash among the keys that were handed out, refuse when there is no match, and remove ' +
      'any bypass that depends on the environment.',
  },
  'auth.whole-key-compared': {
    checked:
      'The good key is damaged at its beginning, middle and end, and from the standard profile on at each single ' +
      'position; drawn requests also send halves of it. Each damaged key must meet 401 while the intact one still ' +
      'works.',
    violation:
      'A key whose twentieth character is different, or which has an extra character behind its end, is answered 200 ' +
      'like the real one.',
    cause:
      "Often only the two pieces kept for display are compared, the key's beginning and its end, or the key is cut " +
      'to the length of a column or trimmed of punctuation before it is hashed.',
    remedy:
      'Hash the key exactly as it arrived, without trimming or cutting, and compare the complete hash with the ' +
      'stored one; let the stored pieces serve display only.',
  },
  'auth.letter-case-counts': {
    checked:
      'The letters behind the prefix are swapped to the other case, all made capital or all made small, and the ' +
      'resulting keys go to each endpoint. They are other keys than the real one, so a 401 is expected.',
    violation: 'GET /models with the part behind cl_ written in capitals returns 200 and the usual list.',
    cause:
      'Most often the header is put in lower case before the key is read from it, or keys are looked up as text in a ' +
      'column whose collation ignores case.',
    remedy:
      'Hash the key in the letter case in which it arrived, give any column that is compared with it a ' +
      'case-sensitive collation, and lower at most the word before it.',
  },
  'auth.prefix-belongs-to-the-key': {
    checked:
      'Bearer is followed by the good key with its first three characters left out, at each endpoint, and drawn ' +
      'requests also write the letters of its prefix in capitals. Nothing but 401 is accepted in return.',
    violation:
      'A request with Bearer and only the part behind the underscore succeeds with 200, just as the complete key ' +
      'does.',
    cause:
      'Typically the first characters are stripped before hashing, if they happen to be there, or the key was stored ' +
      'without them, so that both spellings end in the same lookup.',
    remedy:
      'Store and hash keys together with their prefix, and refuse a value that does not begin with cl_ before you ' +
      'look anything up.',
  },
  'auth.revoked-key': {
    checked:
      'The revoked key that the user has supplied takes the place of the good one at every endpoint, in a smoke run ' +
      'at one, and 401 is expected each time. Without such a key the clause is skipped.',
    violation:
      'A poll or a reading with the revoked key still brings 200, perhaps only for some minutes, or it brings 403 ' +
      'with a note that the key is no longer valid.',
    cause:
      'A cache of valid keys that outlives the revocation is the most frequent cause; others are a lookup that ' +
      'overlooks the revoked flag, or single routes with a lookup of their own.',
    remedy:
      'Look at the revocation on each request or drop the cached entry the moment a key is revoked, and send all ' +
      'routes through the same lookup.',
  },
  'auth.key-never-shown': {
    checked:
      'First lines, headers and bodies of all answers in the run are searched for the complete keys that the run was given, also ' +
      'in encodings such as base64 or percent-encoding. A single find is enough.',
    violation:
      'An error message repeats the received Authorization header, or a usage record lists the key in full instead ' +
      'of its beginning and its last characters.',
    cause:
      'Debug output that echoes request headers is the usual source, as are error handlers that print the offending ' +
      'value, or a record that is serialised with all of its columns.',
    remedy:
      'Build answers from a list of permitted fields, never from the request or a whole record, and mask keys in ' +
      'error messages before they leave the server.',
  },
  'browser.no-other-origin': {
    checked:
      'In the name of pages from foreign origins, preflights are sent to the endpoints, and where a browser would go ' +
      'on, the calls themselves. The CORS headers of both are evaluated as a browser would evaluate them.',
    violation:
      "The preflight is answered 2xx and allows the page's origin, or any, and the header authorization; the answer " +
      'to the call behind it then carries Access-Control-Allow-Origin for that page.',
    cause:
      'Usually a CORS middleware was switched on with its permissive defaults, or the Origin header is echoed back ' +
      'without a list of permitted ones; a gateway may add such headers by itself.',
    remedy:
      "Take the CORS middleware or the gateway's rule off these routes, so that neither preflights nor answers carry " +
      'Access-Control headers for other origins.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
