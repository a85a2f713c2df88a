import type { Explanation } from '../clause.ts'
import type { submission as clauses } from '../clauses/submission.ts'

export const submissionRefused = {
  'submission.model-required': {
    checked:
      'gatecheck sends an accepted body again without the model and with model null, alone and with other fields. ' +
      'None may return 2xx.',
    violation:
      'POST /videos with a prompt and no model returns 202 and starts a job with a model that the server chose.',
    cause:
      'A default model in the code or the schema, or a check that finds the field name in the object but ignores ' +
      'its value.',
    remedy: 'Make the field required without a default, and treat null like a missing field.',
  },
  'submission.model-listed': {
    checked:
      'gatecheck submits random model names, an empty one, and listed aliases with a letter added, removed or ' +
      'changed. The server must refuse all, while it accepts the unchanged alias in the same run.',
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
      'gatecheck sends bodies without a prompt, with prompt null, or with prompt and image both null, with and ' +
      'without other settings. None may return 2xx.',
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
      'gatecheck replaces the prompt of an accepted body with an empty string, while image_url is absent, null or ' +
      'empty. None may return 2xx.',
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
      'gatecheck sends bodies that are not a JSON object: nothing, arrays, numbers, forms, truncated objects, and ' +
      'valid bodies with a comment, a trailing comma or extra characters at the end. The server must refuse each.',
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
      'gatecheck sends each field with another JSON type, such as a number in quotes, a boolean, an array or an ' +
      'object. The server should refuse each.',
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
      'gatecheck submits URLs with another scheme, without a scheme or a host, and plain words as the only input. ' +
      'If the server accepts one, gatecheck polls the job to completion; it must not succeed.',
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
      'gatecheck submits images on localhost, in private networks and on link-local hosts, IPv6 included. It polls ' +
      'a few accepted ones to completion; they should fail.',
    violation: 'A job with https://127.0.0.1/image.png or https://169.254.169.254/image.png ends as succeeded.',
    cause: 'The server fetches any URL without checking its host, or it filters host names but not numeric addresses.',
    remedy:
      'Resolve the host before fetching, refuse loopback, private and link-local addresses, connect to the address ' +
      'that was checked, and repeat this at each redirect.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
