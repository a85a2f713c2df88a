import type { Explanation } from '../clause.ts'
import type { submission as clauses } from '../clauses/submission.ts'

export const submissionBounds = {
  'submission.resolution-listed': {
    checked:
      'Words such as 360p, 1440p, 8k, hd, 1920x1080 and an empty string are put into an otherwise good body, and ' +
      'something other than 2xx is expected for each.',
    violation: 'A body with resolution 1440p or 1080i is answered 202, and is perhaps rendered at the default size.',
    cause:
      'Unknown words commonly fall through to the default branch of a lookup, or they are parsed as a number with a ' +
      'letter behind it, so that any height passes.',
    remedy:
      'Compare the word with the five documented ones and refuse everything else before defaults are applied; ' +
      'whether capitals are forgiven is up to you.',
  },
  'submission.duration-in-range': {
    checked:
      'Durations just outside and far outside the permitted span are sent, among them 0, 0.999, -1, 60.001, 61 and ' +
      '5000 as if in milliseconds. A 2xx to any of them breaks the clause.',
    violation:
      'A body with duration 61 or 0.5 is answered 202, whether the video is then shortened, stretched or made as ' +
      'asked.',
    cause:
      'Values may be clamped silently, rounded before they are compared, or tested at one end only; a test that is ' +
      'skipped for empty values lets zero through.',
    remedy:
      'Compare the number as it was sent with both bounds, before any rounding or clamping, and refuse it when it ' +
      'lies beyond either.',
  },
  'submission.fps-in-range': {
    checked:
      'An accepted body is sent with frame rates such as 0, 0.5, -120, 120.001, 144 and 240, alone and among other ' +
      'settings, and the server must take on none of them.',
    violation: 'POST /videos with fps 144 or 0 is answered 202, as though the value had been lawful or left out.',
    cause:
      'Often zero counts as not given and is replaced by the default, the upper bound was raised for one model, or ' +
      'the number is cut to an integer before the comparison.',
    remedy:
      'Tell a missing field from a zero, validate the untouched number, and keep the upper bound at its documented ' +
      'value for every model.',
  },
  'submission.bit-depth-listed': {
    checked:
      'The depths 0, 1, 7, 9, 11, 12, 16 and 80, besides 8.5 and -8, are tried in a body that is otherwise good, and ' +
      'each has to be met with a refusal.',
    violation: 'POST /videos with bit_depth 12, 9 or 8.5 comes back as 202, with an id that can be polled.',
    cause:
      'Usually the field is tested as a range from 8 to 10 or merely as a positive number, or it is not tested ' +
      'because the renderer is expected to cope.',
    remedy:
      'Test the number for membership in the set of the two permitted values, whatever the resolution or the model.',
  },
  'submission.ratio-form': {
    checked:
      'Texts like 16x9, 16/9, 1.78, 16:9:1, a lone colon, a word and an empty string are sent as ratio, and no ' +
      'answer to them may be 2xx.',
    violation: 'A body with ratio 16x9 or wide is met with 202 and an id instead of being turned away.',
    cause:
      'Parsers that split at any separator, ignore what follows the second number or fall back to the default on ' +
      'failure are the usual reason; so is a pattern without an anchor at its end.',
    remedy:
      'Match the whole text against two numbers with one colon between them, anchored at both ends, and refuse ' +
      'whatever does not match.',
  },
  'submission.ratio-parts-positive': {
    checked:
      'The texts 0:9, 16:0, 0:0, -16:9 and 16:-9 stand as ratio in a body that is good otherwise. Where one of them ' +
      'is taken on, the run warns.',
    violation:
      'A ratio of 16:0 passes with 202, and its job fails later on a division by zero or is rendered in some default ' +
      'shape.',
    cause:
      'The pattern often allows any digits and even a sign, and nothing looks at the numbers once they have been ' +
      'parsed.',
    remedy:
      'After the form has matched, convert both parts to numbers and require each to be greater than zero before the ' +
      'job is created.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
