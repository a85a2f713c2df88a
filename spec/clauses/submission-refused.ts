import type { ClauseData } from '../clause.ts'

export const submissionRefused = [
  {
    id: 'submission.model-required',
    level: 'must',
    section: '§4',
    rule: 'A body without a model, or with model null, is refused.',
    explanation: {
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
  },
  {
    id: 'submission.model-listed',
    level: 'must',
    section: '§4',
    rule: 'A model that GET /models does not list is refused.',
    explanation: {
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
  },
  {
    id: 'submission.prompt-or-image-required',
    level: 'must',
    section: '§4',
    rule: 'A body with neither a prompt nor an image is refused.',
    explanation: {
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
  },
  {
    id: 'submission.empty-prompt-refused',
    level: 'must',
    section: '§4',
    rule: 'An empty prompt without an image is refused.',
    explanation: {
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
  },
  {
    id: 'submission.resolution-listed',
    level: 'must',
    section: '§8',
    rule: 'A resolution outside the list is refused.',
    explanation: {
      checked:
        'gatecheck sends words such as 360p, 1440p, 8k, hd, 1920x1080 and an empty string in an otherwise valid ' +
        'body. None may return 2xx.',
      violation: 'A body with resolution 1440p or 1080i returns 202, and is perhaps rendered at the default size.',
      cause:
        'Unknown words reach the default branch of a lookup, or are parsed as a number followed by a letter, so that ' +
        'any height passes.',
      remedy:
        'Compare the word with the five documented ones and refuse everything else before defaults are applied. ' +
        'Letter case is an open point.',
    },
  },
  {
    id: 'submission.duration-in-range',
    level: 'must',
    section: '§8',
    rule: 'A duration below 1 or above 60 is refused.',
    explanation: {
      checked:
        'gatecheck sends durations just outside and far outside the range, such as 0, 0.999, -1, 60.001, 61 and 5000 ' +
        '(as if in milliseconds). None may return 2xx.',
      violation:
        'A body with duration 61 or 0.5 returns 202, whether the video is then shortened, extended or generated as ' +
        'requested.',
      cause:
        'Values are clamped silently, rounded before the comparison, or tested at one end only. A test that is ' +
        'skipped for empty values accepts zero.',
      remedy:
        'Compare the number as sent with both limits, before any rounding or clamping, and refuse it if it is ' +
        'outside.',
    },
  },
  {
    id: 'submission.fps-in-range',
    level: 'must',
    section: '§8',
    rule: 'A frame rate below 1 or above 120 is refused.',
    explanation: {
      checked:
        'gatecheck sends frame rates such as 0, 0.5, -120, 120.001, 144 and 240, alone and with other settings. None ' +
        'may return 2xx.',
      violation: 'POST /videos with fps 144 or 0 returns 202, as if the value were valid or omitted.',
      cause:
        'Zero counts as missing and is replaced by the default, the upper limit was raised for one model, or the ' +
        'number is truncated to an integer before the comparison.',
      remedy:
        'Distinguish a missing field from zero, validate the unchanged number, and keep the documented upper limit ' +
        'for every model.',
    },
  },
  {
    id: 'submission.bit-depth-listed',
    level: 'must',
    section: '§8',
    rule: 'A bit depth other than 8 or 10 is refused.',
    explanation: {
      checked:
        'gatecheck sends the depths 0, 1, 7, 9, 11, 12, 16, 80, 8.5 and -8 in an otherwise valid body. The server ' +
        'must refuse each.',
      violation: 'POST /videos with bit_depth 12, 9 or 8.5 returns 202, with an id that can be polled.',
      cause:
        'The field is tested as a range from 8 to 10 or only as a positive number, or it is not tested because the ' +
        'renderer is expected to handle it.',
      remedy: 'Test whether the number is 8 or 10, for every resolution and model.',
    },
  },
  {
    id: 'submission.ratio-form',
    level: 'must',
    section: '§4',
    rule: 'A ratio that does not have the form width:height is refused.',
    explanation: {
      checked:
        'gatecheck sends texts like 16x9, 16/9, 1.78, 16:9:1, a lone colon, a word and an empty string as ratio. ' +
        'None may return 2xx.',
      violation: 'A body with ratio 16x9 or wide returns 202 and an id instead of being refused.',
      cause:
        'Parsers that split at any separator, ignore text after the second number or fall back to the default on ' +
        'failure, or a pattern without an end anchor.',
      remedy:
        'Match the whole text against two numbers and one colon, anchored at both ends, and refuse everything else.',
    },
  },
  {
    id: 'submission.body-is-an-object',
    level: 'must',
    section: '§4',
    rule: 'A body that is not a JSON object is refused.',
    explanation: {
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
  },
  {
    id: 'submission.image-is-public-https',
    level: 'must',
    section: '§4',
    rule: 'An image that is not an https URL with a host is refused, or its job fails.',
    explanation: {
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
  },
] as const satisfies readonly ClauseData[]
