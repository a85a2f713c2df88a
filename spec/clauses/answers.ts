import type { ClauseData } from '../clause.ts'

export const answers = [
  {
    id: 'codes.unauthorized',
    level: 'must',
    section: '§7',
    rule: 'If the body of a 401 contains one of the four error codes, it is unauthorized.',
    explanation: {
      checked:
        'gatecheck searches the bodies of all 401 responses, except those to invalid bodies and hostile requests, ' +
        'for the four error codes. If it finds any, unauthorized must be among them.',
      violation: 'A 401 has not_found or invalid_request in its JSON, for instance in error.code or as a problem type.',
      cause:
        'An error handler uses one default code for all refusals, or a gateway returns 401 with a template for ' +
        'another case.',
      remedy: 'Derive the code from the same table as the status, so that a 401 always has its own code.',
    },
  },
  {
    id: 'codes.not-found',
    level: 'must',
    section: '§7',
    rule: 'If the body of a 404 for a wrong path or an unknown job contains one of the four error codes, it is not_found.',
    explanation: {
      checked:
        'gatecheck searches the bodies of 404 responses to unknown ids and wrong paths for the four error codes. If ' +
        'it finds any, not_found must be among them.',
      violation: 'The 404 to a poll of an unknown id has invalid_request or unauthorized as the code in its body.',
      cause:
        "Failed lookups are raised as validation errors whose status is changed later, or another account's jobs are " +
        'reported with a permission error.',
      remedy:
        "Raise a dedicated error with 404 and not_found for unknown jobs and paths, and use it for other accounts' " +
        'jobs too.',
    },
  },
  {
    id: 'codes.capacity-exceeded',
    level: 'must',
    section: '§7',
    rule: 'If the body of a 429 to a submission contains one of the four error codes, it is capacity_exceeded.',
    needs: ['burst'],
    explanation: {
      checked:
        'gatecheck searches the body of each 429 to a submission for the four error codes. A body without any code ' +
        'passes.',
      violation: 'POST /videos returns 429 with code invalid_request in the body, as if the request itself were wrong.',
      cause:
        'A rate limiter uses the general error format with a default code, or the code depends on the status class, ' +
        'so that every 4xx gets the same.',
      remedy:
        'Define one error for exceeded capacity with status, code and Retry-After, and use it wherever submissions ' +
        'are refused for capacity.',
    },
  },
  {
    id: 'codes.invalid-request',
    level: 'must',
    section: '§7',
    rule: 'If the body of a refused submission contains one of the four error codes, it is invalid_request.',
    explanation: {
      checked:
        'gatecheck searches refusals of invalid submissions, except 402, 403 and 429, for the four error codes. If ' +
        'it finds any, invalid_request must be among them. gatecheck judges a refusal only if a valid request ' +
        'succeeds afterwards.',
      violation: 'A body with duration 61 is refused with 400 or 422, but its code is not_found or capacity_exceeded.',
      cause:
        'Unlisted models are reported with the code for missing resources, or checks in different layers each choose ' +
        'their own code.',
      remedy:
        'Collect all reasons to refuse a body in one place and give them the same error code. Put details into the ' +
        'message.',
    },
  },
  {
    id: 'answers.success-is-200',
    level: 'should',
    section: '§4',
    rule: 'A successful GET returns 200.',
    explanation: {
      checked:
        'Every GET that returns a 2xx must return exactly 200. Hostile requests and observations of open points are ' +
        'exempt.',
      violation: 'A poll of a queued job returns 202 or 201, or a GET without data to return returns 204.',
      cause:
        'The handler reuses the status of the submission for unfinished jobs, or a framework chooses 204 when the ' +
        'result is empty.',
      remedy:
        'Set 200 explicitly in the handlers of the five GET endpoints, and report unfinished work only in the body.',
    },
  },
  {
    id: 'answers.errors-show-their-code',
    level: 'should',
    section: '§7',
    rule: 'The body of an error is JSON and contains the matching error code.',
    explanation: {
      checked:
        '401, 404 and 429 responses and refusals of invalid bodies should be JSON that contains the matching error ' +
        'code. Observations of open points, hostile requests and paths outside the base URL are exempt.',
      violation:
        'A 404 is an HTML page, a 401 has an empty body, or the JSON of a refusal contains a sentence and no error ' +
        'code.',
      cause:
        "Default error pages of the framework, the router or a proxy are sent before the application's own error " +
        'handler runs.',
      remedy:
        'Register one handler for all errors, including those of router and parser, that writes JSON with the code, ' +
        'and let proxies pass such bodies through.',
    },
  },
  {
    id: 'answers.json-is-labelled',
    level: 'should',
    section: '§4',
    rule: 'A response with a JSON body has a JSON Content-Type.',
    explanation: {
      checked:
        'If a body below the base URL parses as a JSON object or array, its Content-Type must be a JSON media type, ' +
        'such as application/json or one that ends in +json.',
      violation: 'A body that is a JSON object has Content-Type text/plain or text/html, or none.',
      cause:
        'Bodies are serialized by hand and written as text, often in error handlers, or cached copies have lost ' +
        'their Content-Type.',
      remedy:
        "Send every JSON body through the framework's JSON responder, or set Content-Type wherever you write a body " +
        'directly.',
    },
  },
  {
    id: 'answers.json-reads-alike',
    level: 'should',
    section: '§4',
    rule:
      'JSON in a response means the same to every parser: no byte order mark, and no duplicate names with different ' +
      'values.',
    explanation: {
      checked:
        'gatecheck reads JSON bodies below the base URL as text. They must not start with a byte order mark, and no ' +
        'object may have the same name twice with different values.',
      violation:
        'GET /usage starts with the bytes EF BB BF, which browsers skip and JSON.parse or Python reject; or a record ' +
        'contains status twice, and parsers differ in which one they use.',
      cause:
        'Files saved by an editor and served unchanged contain the mark. Duplicate names come from concatenated text ' +
        'or from a field added to JSON that already has it.',
      remedy:
        'Serialize each response from one object with one serializer, and save templates as UTF-8 without a byte ' +
        'order mark.',
    },
  },
  {
    id: 'answers.no-server-error',
    level: 'should',
    section: '§7',
    rule: 'No request returns a 5xx, even if the specification does not cover its input.',
    explanation: {
      checked:
        'gatecheck checks all responses of the run, including those to hostile bodies, methods, queries, headers and ' +
        'ids. A 502, 503 or 504 counts only if it recurs while control requests succeed.',
      violation:
        'A body with deeply nested lists, an id with malformed percent-encoding or a PUT to a known path returns 500.',
      cause:
        'Parsers, decoders or type conversions throw uncaught exceptions, or the database rejects characters such as ' +
        'NUL.',
      remedy:
        'Catch parsing and conversion errors early and return a client error. Then repeat the request from the ' +
        'report and look for it in your error log.',
    },
  },
] as const satisfies readonly ClauseData[]
