import type { Explanation } from '../clause.ts'
import type { submission as clauses } from '../clauses/submission.ts'

export const submissionAccepted = {
  'submission.range-ends-accepted': {
    checked:
      'Submissions ask for the smallest and the largest duration and frame rate, in different spellings and company. ' +
      'One that is refused is reduced until it is plain that the end value itself is not taken.',
    violation:
      'POST /videos with duration 60 or fps 1 is answered 400 or 422, while 59 seconds or 24 frames are accepted.',
    cause:
      'An exclusive comparison where an inclusive one is meant is the classic cause; a lower cap to save costs or a ' +
      'limit of an upstream model is another.',
    remedy:
      'Compare with both ends included, keep the four bounds in one place that all validators share, and let no ' +
      'upstream limit narrow them.',
  },
  'submission.listed-words-accepted': {
    checked:
      'Each of the five resolutions and both bit depths appears in at least one submission, unless the user caps the ' +
      'size. A refusal counts when this value is found to be its reason and the plainest body is accepted ' +
      'afterwards.',
    violation:
      'A body that differs from an accepted one only by resolution 2k, or only by bit_depth 8, is answered with a ' +
      '4xx.',
    cause:
      'The list in the validator is often older than the documentation, or a model supports fewer sizes than the ' +
      'interface promises; a mistyped entry such as 2K is easily overlooked.',
    remedy:
      'Derive the validator from the documented words, and send sizes that one model cannot make to another model or ' +
      'to an upscaling step.',
  },
  'submission.combinations-accepted': {
    checked:
      'Values that are fine alone are submitted together: every pairing in the full profile, each value once in the ' +
      'standard one, and the largest ones all at once. A refused mix is reduced to the smallest part that is still ' +
      'refused.',
    violation:
      'Resolution 4k and fps 120 each pass on their own, yet a body with both is answered 422, perhaps with a ' +
      'message about too many frames or pixels.',
    cause:
      'A limit on a product, such as frames, pixels or estimated memory, usually stands behind this, or a table of ' +
      'supported presets that leaves out some mixtures.',
    remedy:
      'Validate each field by itself only, and meet heavy jobs by queueing or splitting the work or, when there is ' +
      'no room at the moment, with 429.',
  },
  'submission.number-spellings-accepted': {
    checked:
      'Duration, frame rate and bit depth are sent as JSON text such as 5.0, 5e0 or 80e-1 as well as in plain ' +
      'digits. A spelling is blamed only where the plain digits are not refused in the same place.',
    violation:
      'The body with duration 5 is accepted, but the one with duration 5.0 or fps 12e1 is answered 400 or 500.',
    cause:
      'The parser may deliver decimals as another type, so that a test for integers fails, numbers may be matched by ' +
      'a pattern on the raw text, or a typed decoder reads straight into an integer.',
    remedy:
      'Decode into a decimal or floating-point type first, test the value afterwards, and never look at how the ' +
      'client wrote it.',
  },
  'submission.string-spellings-accepted': {
    checked:
      'Field names and values are submitted with JSON escapes, characters by number and slashes behind a backslash, ' +
      'and the outcome is compared with that of the same text in plain characters.',
    violation:
      'A body whose prompt or resolution stands in numeric escapes is refused with a 4xx or brings 500, although a ' +
      'JSON parser reads the very same string from it.',
    cause:
      'Somewhere the raw text is inspected in place of the parsed value: by a firewall rule, a search for field ' +
      'names, or a hand-made parser that cannot join two halves of one character.',
    remedy:
      'Parse the body once with a complete JSON parser, and let every check, filter and log work on the strings that ' +
      'it yields.',
  },
  'submission.ordinary-text-accepted': {
    checked:
      'Prompts of one letter, of emoji, of several scripts, with quotes and line breaks, with markup and of a whole ' +
      'paragraph are submitted. Where one is refused, a plain prompt in its place shows whether the text is the ' +
      'reason.',
    violation:
      'A prompt in Hebrew or one that consists of a single emoji is answered 400, or an apostrophe in it leads to ' +
      '500.',
    cause:
      'Minimum lengths, patterns that know Latin letters only, a database column without room for four-byte ' +
      'characters, or a filter against injections that dislikes quotes are typical.',
    remedy:
      'Drop patterns and minimum lengths beyond one character, store prompts in full Unicode, and hand them on as ' +
      'parameters, so that no character needs to be forbidden.',
  },
  'submission.image-accepted': {
    checked:
      'The image address that the user has configured is submitted without a prompt, in different company, and has ' +
      'to be taken on. Without such an address the clause is skipped.',
    violation:
      'A body with model and image_url but no prompt is answered 4xx, for example with a message that the prompt is ' +
      'missing.',
    cause:
      'The schema often marks the prompt as always required, only one of several models handles images, or the ' +
      'server cannot reach outside hosts through its firewall.',
    remedy:
      'Require the prompt only when image_url is absent, send such jobs to a model that works from images, and let ' +
      'the fetching service reach public hosts.',
  },
  'submission.fractions-accepted': {
    checked:
      'Durations such as 2.5 and 59.999 and frame rates such as 23.976 and 59.94 are submitted. A refusal that comes ' +
      'down to the fraction is a warning once the plainest body is accepted again.',
    violation:
      'A body with duration 2.5 is answered 422 with a note that an integer was expected, while 2 and 3 are both ' +
      'fine.',
    cause:
      'The field is usually declared as an integer in a schema, a data class or a database column, although the ' +
      'interface calls it a number.',
    remedy:
      'Declare duration and fps as decimal numbers from the schema down to the storage, and leave any rounding to ' +
      'the renderer.',
  },
  'submission.ordinary-ratios-accepted': {
    checked:
      'Ratios such as 9:16, 1:1, 21:9, 239:100 and 1920:1080 are submitted, fewer of them in smaller profiles, and a ' +
      'refusal is traced back to the ratio before it is reported as a warning.',
    violation:
      'A body with ratio 4:3 or 1920:1080 is refused with a 4xx, though it has the right form and an everyday shape.',
    cause:
      'Most likely the server knows a short list of presets and takes anything else as invalid; some validators also ' +
      'expect a ratio in its lowest terms.',
    remedy:
      'Read width and height as two positive integers, compute the shape from them, and choose a frame size of that ' +
      'shape instead of looking the text up in a list.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
