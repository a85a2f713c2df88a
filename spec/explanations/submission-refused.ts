import type { Explanation } from '../clause.ts'
import type { submission as clauses } from '../clauses/submission.ts'

export const submissionRefused = {
  'submission.model-required': {
    checked:
      'An accepted body is sent again without the model and with model null, alone and with other fields. A 2xx to ' +
      'either fails the clause.',
    violation:
      'POST /videos with a prompt and no model returns 202 and starts a job with a model that the server chose.',
    cause:
      'A default model in the code or the schema, or a check that finds the field name in the object but ignores ' +
      'its value.',
    remedy: 'Make the field required without a default, and treat null like a missing field.',
  },
  'submission.model-listed': {
    checked:
      'Submissions use random model names, an empty one, and listed aliases with a letter added, removed or ' +
      'changed. All must be refused, while the unchanged alias was accepted in the same run.',
    violation:
      'A body with model no-such-model, or with the first letters of a real alias, returns 202 and becomes a job.',
    cause:
      'Unknown names fall back to a default model, are matched by prefix, or are passed upstream without a ' +
      'comparison with the public list.',
    remedy:
      'Compare the value exactly with the list that GET /models returns, and refuse the submission if it is not ' +
      'there.',
  },
  'submission.prompt-or-image-required': {
    checked:
      'Bodies without a prompt, with prompt null, or with prompt and image both null are sent, with and without ' +
      'other settings. None may return 2xx.',
    violation:
      'A body that contains only model, resolution and duration returns 202, and the job runs without any input.',
    cause:
      'Both fields are optional and the condition that connects them is missing, or is evaluated in one branch ' +
      'only.',
    remedy:
      'Check once on the whole parsed body that at least one usable input exists, and return invalid_request ' +
      'otherwise.',
  },
  'submission.empty-prompt-refused': {
    checked:
      'An empty string replaces the prompt of an accepted body, while image_url is absent, null or empty. A 2xx in ' +
      'any of these cases fails the clause.',
    violation: 'A body with an empty prompt returns 202 and a job id.',
    cause:
      'The validator tests whether the field is present, not what it contains, or empty strings are later replaced ' +
      'by a default text.',
    remedy:
      'Require at least one character in the prompt if no image is given, and treat an empty or null image_url as ' +
      'missing.',
  },
  'submission.body-is-an-object': {
    checked:
      'Bodies that are not a JSON object are sent with a valid key: nothing, lists, numbers, forms, truncated ' +
      'objects, and valid bodies with a comment, a trailing comma or extra characters at the end. None may be ' +
      'accepted.',
    violation: 'A valid body that is wrapped in a list, sent as a form or followed by extra characters returns 202.',
    cause:
      'Lenient parsers: some allow comments and trailing commas, some stop after the first value, and a framework ' +
      'may accept forms on the same route.',
    remedy:
      'Use a strict JSON parser on the complete body, require an object at the top level, and disable form parsing ' +
      'for this route.',
  },
  'submission.types-checked': {
    checked:
      'Each field is sent with another JSON type, such as a number in quotes, a boolean, a list or an object. An ' +
      'accepted submission is a warning.',
    violation: 'A body with duration "5" as a string, or with the model in a list, returns 202 as if it were valid.',
    cause:
      'A validation library or a loosely typed language converts strings and booleans to numbers, and lists of one ' +
      'item to that item.',
    remedy:
      'Enable the strict mode of the validator, or compare the JSON type of each value with the documented one ' +
      'before it is converted.',
  },
  'submission.image-is-public-https': {
    checked:
      'URLs with another scheme, without a scheme or a host, and plain words are submitted as the only input. A ' +
      'job created from one is polled to completion and must not succeed.',
    violation:
      'A body whose image_url starts with http: or data: returns 202, and a later poll returns succeeded with a ' +
      'url.',
    cause:
      'The check tests only whether the text starts with http or parses as any URL, or the downloader supports ' +
      'many schemes and guesses missing ones.',
    remedy:
      'Parse image_url with a URL parser, require the scheme https and a host, and use only that parsed URL for ' +
      'the download.',
  },
  'submission.image-host-public': {
    checked:
      'URLs on localhost, in private networks and on link-local hosts, IPv6 included, are submitted as images. A ' +
      'few accepted ones are polled to completion and should end as failed.',
    violation: 'A job with https://127.0.0.1/image.png or https://169.254.169.254/image.png ends as succeeded.',
    cause: 'The server fetches any URL without checking its host, or it filters host names but not numeric addresses.',
    remedy:
      'Resolve the host before fetching, refuse loopback, private and link-local addresses, connect to the address ' +
      'that was checked, and repeat this at each redirect.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
