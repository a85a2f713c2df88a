import type { ClauseData } from '../clause.ts'

export const submissionAccepted = [
  {
    id: 'submission.accepted-with-202',
    level: 'must',
    section: '§4',
    rule: 'A submission with valid values returns 202, or 429 when capacity is exceeded.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck checks all valid submissions of the run, including random ones. An accepted one must return ' +
        'exactly 202. A refusal counts if the control request is accepted afterwards.',
      violation:
        'A valid body returns 200, 201 or a redirect to the job, or is refused with 400 or 422 although all its ' +
        'values are documented.',
      cause:
        "A framework's default status for a created resource is still in place, or a validator rejects the order of " +
        'fields, white space or an explicit default value.',
      remedy:
        'Set the status of the submit handler to 202 on every branch that creates a job, and validate against the ' +
        'list of accepted values only.',
    },
  },
  {
    id: 'submission.answer-carries-the-id',
    level: 'must',
    section: '§4',
    rule: 'The response to an accepted submission is JSON with an id that GET /videos/{id} knows.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck takes every value that may be an id from the response to an accepted submission, and polls each ' +
        'with GET /videos/{id} until one is known. The clause fails if all return 404, or if the response is not ' +
        'JSON.',
      violation:
        'A 202 has an empty body, plain text, or JSON such as a status and a message, without an id that can be ' +
        'polled.',
      cause:
        "The response is sent before the job is stored, a trace number is returned instead of the job's id, or the " +
        'id is truncated or reformatted.',
      remedy:
        'Store the job before you respond, take the id from the stored record, and let polls read from a store that ' +
        'already has it.',
    },
  },
  {
    id: 'submission.ids-differ',
    level: 'must',
    section: '§4',
    rule: 'Different submissions get different ids.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck compares the ids of all accepted submissions of one account with different bodies. No two may be ' +
        'equal.',
      violation:
        'Two POSTs with different prompts or settings both return 202 with the same id, so that only one of the two ' +
        'jobs can be polled.',
      cause:
        'Ids are derived from a part of the body, such as the prompt or its length, or from a coarse clock. A ' +
        'counter that restarts or a cached response has the same effect.',
      remedy: 'Generate ids at random with enough digits, or from a database sequence, and enforce a unique index.',
    },
  },
  {
    id: 'submission.range-ends-accepted',
    level: 'must',
    section: '§8',
    rule: 'The ends of each range are accepted: duration 1 and 60, fps 1 and 120.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck submits the smallest and largest duration and frame rate, in different spellings and together ' +
        'with other values. If the server refuses one, gatecheck removes the other values step by step to find out ' +
        'whether the end value is the reason.',
      violation: 'POST /videos with duration 60 or fps 1 returns 400 or 422, while duration 59 or fps 24 is accepted.',
      cause:
        'An exclusive comparison instead of an inclusive one, a lower cap to save costs, or a limit of an upstream ' +
        'model.',
      remedy:
        'Compare with both ends included, keep the four limits in one place for all validators, and do not let ' +
        'upstream limits narrow them.',
    },
  },
  {
    id: 'submission.listed-words-accepted',
    level: 'must',
    section: '§8',
    rule: 'Every listed resolution and bit depth is accepted.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck submits each of the five resolutions and both bit depths at least once, except those that options ' +
        'exclude. A refusal counts if this value is the reason and the control request succeeds afterwards.',
      violation:
        'A body that differs from an accepted one only by resolution 2k, or only by bit_depth 8, returns a 4xx.',
      cause:
        "The validator's list is older than the documentation, a model supports fewer sizes than specified, or an " +
        'entry is mistyped, such as 2K.',
      remedy:
        'Derive the validator from the documented list, and send sizes that one model does not support to another ' +
        'model or an upscaling step.',
    },
  },
  {
    id: 'submission.combinations-accepted',
    level: 'must',
    section: '§4',
    rule: 'Any combination of accepted values is accepted, including all the largest values together.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck combines values that are accepted alone: every pair (full) or each value once (standard), and all ' +
        'the largest values together. It reduces a refused combination to the smallest part that the server still ' +
        'refuses.',
      violation:
        'Resolution 4k and fps 120 are each accepted alone, but a body with both returns 422, perhaps with a message ' +
        'about too many frames or pixels.',
      cause:
        'A limit on a product such as frames, pixels or estimated memory, or a table of supported presets that lacks ' +
        'some combinations.',
      remedy:
        'Validate each field separately. Handle heavy jobs by queueing or splitting the work, or with 429 while ' +
        'capacity is exceeded.',
    },
  },
  {
    id: 'submission.number-spellings-accepted',
    level: 'must',
    section: '§4',
    rule: 'A whole number is accepted in any JSON notation: 5, 5.0, 5e0.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck sends duration, frame rate and bit depth as 5.0, 5e0 or 80e-1 as well as in plain digits. A ' +
        'spelling fails only if the server accepts the plain digits in the same place.',
      violation: 'The body with duration 5 is accepted, but the one with duration 5.0 or fps 12e1 returns 400 or 500.',
      cause:
        'The parser returns decimals as another type that fails a test for integers, numbers are matched by a ' +
        'pattern on the raw text, or a typed decoder reads an integer.',
      remedy: 'Decode into a decimal or floating-point type first, then validate the value, and ignore its spelling.',
    },
  },
  {
    id: 'submission.string-spellings-accepted',
    level: 'must',
    section: '§4',
    rule: 'A string is accepted with any of its characters escaped as JSON allows.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck submits field names and values with JSON escapes such as \\u0061 and \\/. It compares the result ' +
        'with that of the same text without escapes.',
      violation:
        'A body whose prompt or resolution contains numeric escapes returns a 4xx or 500, although a JSON parser ' +
        'reads the same string from it.',
      cause:
        'The raw text is inspected instead of the parsed value: by a firewall rule, a search for field names, or a ' +
        'hand-written parser that cannot join surrogate pairs.',
      remedy:
        'Parse the body once with a complete JSON parser, and let every check, filter and log use the parsed strings.',
    },
  },
  {
    id: 'submission.ordinary-text-accepted',
    level: 'must',
    section: '§4',
    rule: 'Any ordinary text is accepted as a prompt: one letter, emoji, right-to-left script, line breaks, quotes.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck submits prompts with one letter, emoji, several scripts, quotes and line breaks, markup and a ' +
        'whole paragraph. If the server refuses one, a plain prompt in its place shows whether the text is the ' +
        'reason.',
      violation: 'A prompt in Hebrew or with a single emoji returns 400, or an apostrophe in it causes a 500.',
      cause:
        'Minimum lengths, patterns for Latin letters only, a database column that cannot store four-byte characters, ' +
        'or an injection filter that rejects quotes.',
      remedy:
        'Remove patterns and minimum lengths above one character, store prompts in full Unicode, and pass them on as ' +
        'parameters, so that no character has to be forbidden.',
    },
  },
  {
    id: 'submission.image-accepted',
    level: 'must',
    section: '§4',
    rule: 'A public https image is accepted instead of a prompt.',
    needs: ['job', 'image'],
    explanation: {
      checked:
        'gatecheck submits the configured image URL without a prompt, with different settings. The server must ' +
        'accept each submission. Without such a URL the clause is not tested.',
      violation:
        'A body with model and image_url but no prompt returns 4xx, for example with a message that the prompt is ' +
        'missing.',
      cause:
        'The schema always requires the prompt, only one of several models supports images, or a firewall blocks the ' +
        'server from fetching outside hosts.',
      remedy:
        'Require the prompt only if image_url is absent, send such jobs to a model that supports images, and let the ' +
        'server fetch from public hosts.',
    },
  },
] as const satisfies readonly ClauseData[]
