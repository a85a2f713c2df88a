import type { ClauseData } from '../clause.ts'

export const submissionShould = [
  {
    id: 'submission.refused-with-4xx',
    level: 'should',
    section: '§7',
    rule: 'A refused submission returns a 4xx other than 401, 404 and 429.',
    explanation: {
      checked:
        'gatecheck checks the status of every refused invalid body: it should be a 4xx other than 401, 404 and 429. ' +
        'A refusal counts only if a valid request succeeds later.',
      violation: 'A body without a model returns 500, 401, 404 or a redirect instead of a status such as 400 or 422.',
      cause:
        'Uncaught validation errors become a 500, an unlisted model becomes a 404 because a lookup failed, or a ' +
        'proxy turns refusals into redirects.',
      remedy:
        'Map every validation error, including failed lookups of a model, to one 4xx of your choice, for instance ' +
        '400 or 422.',
    },
  },
  {
    id: 'submission.types-checked',
    level: 'should',
    section: '§4',
    rule: 'A value of the wrong JSON type is refused.',
    explanation: {
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
  },
  {
    id: 'submission.fractions-accepted',
    level: 'should',
    section: '§4',
    rule: 'A fractional number within its range is accepted, such as duration 2.5 or fps 23.976.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck submits durations such as 2.5 and 59.999 and frame rates such as 23.976 and 59.94. The clause ' +
        'fails if the server refuses one for its fraction and accepts the control request again.',
      violation:
        'A body with duration 2.5 returns 422 with a message that an integer is expected, while 2 and 3 are accepted.',
      cause:
        'The field is declared as an integer in a schema, a data class or a database column, although the ' +
        'specification calls it a number.',
      remedy: 'Declare duration and fps as decimal numbers from schema to storage, and leave rounding to the renderer.',
    },
  },
  {
    id: 'submission.ordinary-ratios-accepted',
    level: 'should',
    section: '§4',
    rule: 'An ordinary ratio of whole numbers is accepted, such as 9:16, 4:3 or 1920:1080.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck submits ratios from 1:4 to 4:1 such as 9:16, 1:1, 21:9, 239:100 and 1920:1080, fewer of them in ' +
        'smaller profiles. The clause fails if the ratio is the reason for a refusal. Ratios beyond that are an open ' +
        'point.',
      violation:
        'A body with ratio 4:3 or 1920:1080 returns a 4xx, although its form is right and its shape is common.',
      cause:
        'The server knows a short list of presets and refuses anything else, or a validator expects a ratio in ' +
        'lowest terms.',
      remedy:
        'Parse width and height as two positive integers, compute the shape from them, and choose a matching frame ' +
        'size instead of looking the text up in a list.',
    },
  },
  {
    id: 'submission.ratio-parts-positive',
    level: 'should',
    section: '§4',
    rule: 'A ratio with a zero or negative part is refused.',
    explanation: {
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
  },
  {
    id: 'submission.image-host-public',
    level: 'should',
    section: '§4',
    rule: 'An image on a private, loopback or link-local host is refused, or its job fails.',
    explanation: {
      checked:
        'gatecheck submits images on localhost, in private networks and on link-local hosts, IPv6 included. It polls ' +
        'a few accepted ones to completion; they should fail.',
      violation: 'A job with https://127.0.0.1/image.png or https://169.254.169.254/image.png ends as succeeded.',
      cause:
        'The server fetches any URL without checking its host, or it filters host names but not numeric addresses.',
      remedy:
        'Resolve the host before fetching, refuse loopback, private and link-local addresses, connect to the address ' +
        'that was checked, and repeat this at each redirect.',
    },
  },
  {
    id: 'submission.identical-are-distinct',
    level: 'should',
    section: '§4',
    rule: 'Identical submissions create separate jobs.',
    needs: ['job'],
    explanation: {
      checked:
        'gatecheck submits the same body several times with keys of one account, in parallel or in sequence. The ids ' +
        'in the accepted responses should all differ.',
      violation:
        'The second of two equal POSTs returns 202 with the id of the first, and polling it shows a job that is ' +
        'already running or finished.',
      cause:
        'Protection against double submission that recognizes repeats by their body, or a cache of results keyed by ' +
        'prompt and settings.',
      remedy:
        'Create a job for each accepted submission, and keep any reuse of results inside the generation step, with a ' +
        'separate job id.',
    },
  },
  {
    id: 'submission.refused-costs-nothing',
    level: 'should',
    section: '§1.6',
    rule: 'A refused submission (4xx, 429) creates no job and costs nothing.',
    explanation: {
      checked:
        'While nothing else runs, gatecheck reads usage and balance of account A before and after two rounds of ' +
        'refused bodies and, with --burst, of submissions refused with 429. The clause fails if a number changes in ' +
        'both rounds. A number that only counts attempts may change.',
      violation:
        'After ten POSTs that returned 400 the balance is lower than before, or the number of videos in the usage ' +
        'has grown, although no job was accepted.',
      cause:
        'Credits are reserved before validation or before the capacity check and not returned on refusal, or ' +
        'middleware raises a counter for each POST.',
      remedy:
        'Validate and check the capacity first, then charge and count in the same transaction that creates the job, ' +
        'so that a refusal changes neither.',
    },
  },
  {
    id: 'submission.echo-agrees',
    level: 'should',
    section: '§4',
    rule: 'Parameters repeated in a response match what was sent, or the documented defaults.',
    needs: ['job'],
    explanation: {
      checked:
        'If a response to a submission or a poll contains at least two parameters in one object, gatecheck compares ' +
        'them with the submitted body, or with the documented defaults for omitted fields. It ignores an object ' +
        'outside the job record if its values never match in this run.',
      violation:
        'A job with fps 60 and ratio 9:16 is returned with fps 24 and ratio 16:9, or an omitted frame rate is ' +
        'returned as 30.',
      cause:
        'The record contains what an upstream renderer reports after rounding or clamping, defaults are applied ' +
        "before the client's values, or shared state holds another job's values.",
      remedy:
        'Store the validated parameters with the job when it is accepted, and build every response from them instead ' +
        'of from upstream data.',
    },
  },
] as const satisfies readonly ClauseData[]
