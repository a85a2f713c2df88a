import type { Explanation } from '../clause.ts'
import type { submission as clauses } from '../clauses/submission.ts'

export const submissionAccepted = {
  'submission.range-ends-accepted': {
    checked:
      'gatecheck submits the smallest and largest duration and frame rate, in different spellings and together with ' +
      'other values. If the server refuses one, gatecheck removes the other values step by step to find out whether ' +
      'the end value is the reason.',
    violation: 'POST /videos with duration 60 or fps 1 returns 400 or 422, while duration 59 or fps 24 is accepted.',
    cause:
      'An exclusive comparison instead of an inclusive one, a lower cap to save costs, or a limit of an upstream ' +
      'model.',
    remedy:
      'Compare with both ends included, keep the four limits in one place for all validators, and do not let ' +
      'upstream limits narrow them.',
  },
  'submission.listed-words-accepted': {
    checked:
      'gatecheck submits each of the five resolutions and both bit depths at least once, except those that options ' +
      'exclude. A refusal counts if this value is the reason and the control request succeeds afterwards.',
    violation: 'A body that differs from an accepted one only by resolution 2k, or only by bit_depth 8, returns a 4xx.',
    cause:
      "The validator's list is older than the documentation, a model supports fewer sizes than specified, or an " +
      'entry is mistyped, such as 2K.',
    remedy:
      'Derive the validator from the documented list, and send sizes that one model does not support to another ' +
      'model or an upscaling step.',
  },
  'submission.combinations-accepted': {
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
  'submission.number-spellings-accepted': {
    checked:
      'gatecheck sends duration, frame rate and bit depth as 5.0, 5e0 or 80e-1 as well as in plain digits. A ' +
      'spelling fails only if the server accepts the plain digits in the same place.',
    violation: 'The body with duration 5 is accepted, but the one with duration 5.0 or fps 12e1 returns 400 or 500.',
    cause:
      'The parser returns decimals as another type that fails a test for integers, numbers are matched by a ' +
      'pattern on the raw text, or a typed decoder reads an integer.',
    remedy: 'Decode into a decimal or floating-point type first, then validate the value, and ignore its spelling.',
  },
  'submission.string-spellings-accepted': {
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
      'Parse the body once with a complete JSON parser, and let every check, filter and log use the parsed ' +
      'strings.',
  },
  'submission.ordinary-text-accepted': {
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
  'submission.image-accepted': {
    checked:
      'gatecheck submits the configured image URL without a prompt, with different settings. The server must accept ' +
      'each submission. Without such a URL the clause is not tested.',
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
  'submission.fractions-accepted': {
    checked:
      'gatecheck submits durations such as 2.5 and 59.999 and frame rates such as 23.976 and 59.94. The clause ' +
      'fails if the server refuses one for its fraction and accepts the control request again.',
    violation:
      'A body with duration 2.5 returns 422 with a message that an integer is expected, while 2 and 3 are ' +
      'accepted.',
    cause:
      'The field is declared as an integer in a schema, a data class or a database column, although the ' +
      'specification calls it a number.',
    remedy: 'Declare duration and fps as decimal numbers from schema to storage, and leave rounding to the renderer.',
  },
  'submission.ordinary-ratios-accepted': {
    checked:
      'gatecheck submits ratios from 1:4 to 4:1 such as 9:16, 1:1, 21:9, 239:100 and 1920:1080, fewer of them in ' +
      'smaller profiles. The clause fails if the ratio is the reason for a refusal. Ratios beyond that are an open ' +
      'point.',
    violation: 'A body with ratio 4:3 or 1920:1080 returns a 4xx, although its form is right and its shape is common.',
    cause:
      'The server knows a short list of presets and refuses anything else, or a validator expects a ratio in ' +
      'lowest terms.',
    remedy:
      'Parse width and height as two positive integers, compute the shape from them, and choose a matching frame ' +
      'size instead of looking the text up in a list.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
