import type { Explanation } from '../clause.ts'
import type { submission as clauses } from '../clauses/submission.ts'

export const submissionRefused = {
  'submission.model-required': {
    checked:
      'An accepted body is sent again with the model removed, and once more with null in its place, alone and beside ' +
      'other fields; a 2xx to either is a violation.',
    violation:
      'POST /videos with a prompt and no model is answered 202 and starts a job with whatever model the server ' +
      'picked.',
    cause:
      'A default model in the code or in the schema is the usual cause, as is a check that finds the name in the ' +
      'object but does not look at its value.',
    remedy: 'Make the field mandatory without a default, and treat null in it exactly like its absence.',
  },
  'submission.model-listed': {
    checked:
      'Submissions name invented models, an empty one, and listed aliases with a letter added, dropped or changed. ' +
      'All of them have to be refused, while the unchanged alias was accepted in the same run.',
    violation:
      'A body with model no-such-model, or with the first letters of a real alias, is answered 202 and becomes a ' +
      'job.',
    cause:
      'Unknown names often fall back to a default model, are matched by their beginning, or are handed upstream ' +
      'without being compared with the public list.',
    remedy:
      'Look the value up by exact comparison in the same list that GET /models returns, and refuse the submission ' +
      'when it is not there.',
  },
  'submission.prompt-or-image-required': {
    checked:
      'Bodies without a prompt, with null for it, or with null for both prompt and image are sent, bare and with all ' +
      'kinds of settings. The server may answer none of them with 2xx.',
    violation:
      'A body that holds only model, resolution and duration is answered 202, and the job then runs without any ' +
      'input.',
    cause:
      'Both fields are often declared optional while the condition that ties them together is missing, or is ' +
      'evaluated in one branch only.',
    remedy:
      'Add one check over the whole parsed body that at least one usable input exists, and answer invalid_request ' +
      'when there is none.',
  },
  'submission.empty-prompt-refused': {
    checked:
      'The prompt of an accepted body is replaced by a string without characters, while image_url is absent, null or ' +
      'empty as well. A 2xx in any of these cases breaks the clause.',
    violation: 'A body whose prompt is a string of length zero is answered 202 and gets a job id.',
    cause:
      'The validator probably tests whether the field is present, not what it contains, or empty strings are ' +
      'replaced by a default text further down.',
    remedy:
      'Demand at least one character in the prompt wherever no image is given, and count an empty or null image_url ' +
      'as none.',
  },
  'submission.body-is-an-object': {
    checked:
      'Texts that are no JSON object are posted with a good key: nothing at all, lists, numbers, forms, halves of ' +
      'objects, and good bodies with a comment, a trailing comma or something behind the end. None may be accepted.',
    violation:
      'A good body that is wrapped in a list, sent as a form or followed by further characters is answered 202.',
    cause:
      'Lenient parsers are common: some allow comments and trailing commas, some stop reading after the first value, ' +
      'and a framework may accept forms on the same route.',
    remedy:
      'Use a strict JSON parser on the complete body, require an object at the top level, and switch off form ' +
      'parsing for this route.',
  },
  'submission.types-checked': {
    checked:
      'Each field is given values of another JSON type, such as a number in quotes, a boolean, a list or an object, ' +
      'and a submission that is taken on all the same is a warning.',
    violation:
      'A body with the duration as the text 5 in quotes, or with the model inside a list, is answered 202 as if it ' +
      'were well formed.',
    cause:
      'Automatic coercion in a validation library or a loosely typed language turns strings and booleans into ' +
      'numbers, and lists of one item into that item.',
    remedy:
      'Switch the validator to its strict mode, or compare the JSON type of each value with the documented one ' +
      'before it is converted.',
  },
  'submission.image-is-public-https': {
    checked:
      'Addresses with another scheme, without a scheme or a host, and plain words are submitted as the only input. A ' +
      'job that comes of one is followed to its end and must not succeed.',
    violation:
      'A body whose image_url begins with http: or data: is answered 202, and a later poll shows succeeded with a ' +
      'url.',
    cause:
      'The check often tests only whether the text begins with http or parses as some URL, or the address goes to a ' +
      'downloader that understands many schemes and guesses missing ones.',
    remedy:
      'Parse image_url with a URL parser, require the scheme https and a host, and use that parsed address for the ' +
      'download and nothing else.',
  },
  'submission.image-host-public': {
    checked:
      'Addresses on localhost, in private networks and on link-local hosts, IPv6 included, are submitted as images. ' +
      'A few of those that are taken on are polled to the end, where they should turn out failed.',
    violation: 'A job made from https://127.0.0.1/image.png or https://169.254.169.254/image.png ends as succeeded.',
    cause:
      'The server usually fetches whatever the address names without looking at where it leads, or it filters names ' +
      'but not the numeric addresses behind them.',
    remedy:
      'Resolve the host before fetching, refuse loopback, private and link-local addresses, connect to the address ' +
      'that was examined, and repeat this at each redirect.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
