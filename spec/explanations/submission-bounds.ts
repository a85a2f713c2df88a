import type { Explanation } from '../clause.ts'
import type { submission as clauses } from '../clauses/submission.ts'

export const submissionBounds = {
  'submission.resolution-listed': {
    checked:
      'gatecheck sends words such as 360p, 1440p, 8k, hd, 1920x1080 and an empty string in an otherwise valid body. ' +
      'None may return 2xx.',
    violation: 'A body with resolution 1440p or 1080i returns 202, and is perhaps rendered at the default size.',
    cause:
      'Unknown words reach the default branch of a lookup, or are parsed as a number followed by a letter, so that ' +
      'any height passes.',
    remedy:
      'Compare the word with the five documented ones and refuse everything else before defaults are applied. ' +
      'Letter case is an open point.',
  },
  'submission.duration-in-range': {
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
  'submission.fps-in-range': {
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
  'submission.bit-depth-listed': {
    checked:
      'gatecheck sends the depths 0, 1, 7, 9, 11, 12, 16, 80, 8.5 and -8 in an otherwise valid body. The server ' +
      'must refuse each.',
    violation: 'POST /videos with bit_depth 12, 9 or 8.5 returns 202, with an id that can be polled.',
    cause:
      'The field is tested as a range from 8 to 10 or only as a positive number, or it is not tested because the ' +
      'renderer is expected to handle it.',
    remedy: 'Test whether the number is 8 or 10, for every resolution and model.',
  },
  'submission.ratio-form': {
    checked:
      'gatecheck sends texts like 16x9, 16/9, 1.78, 16:9:1, a lone colon, a word and an empty string as ratio. None ' +
      'may return 2xx.',
    violation: 'A body with ratio 16x9 or wide returns 202 and an id instead of being refused.',
    cause:
      'Parsers that split at any separator, ignore text after the second number or fall back to the default on ' +
      'failure, or a pattern without an end anchor.',
    remedy:
      'Match the whole text against two numbers and one colon, anchored at both ends, and refuse everything else.',
  },
  'submission.ratio-parts-positive': {
    checked:
      'gatecheck sends the ratios 0:9, 16:0, 0:0, -16:9 and 16:-9 in an otherwise valid body. The server should ' +
      'refuse each.',
    violation:
      'A ratio of 16:0 returns 202, and its job fails later on a division by zero or is rendered in a default ' +
      'shape.',
    cause: 'The pattern allows any digits and even a sign, and the parsed numbers are not checked.',
    remedy:
      'After the form has matched, convert both parts to numbers and require each to be greater than zero before ' +
      'the job is created.',
  },
} satisfies Partial<Record<(typeof clauses)[number]['id'], Explanation>>
