import type { Explanation } from '../clause.ts'
import type { answers as clauses } from '../clauses/answers.ts'

export const answers: Record<(typeof clauses)[number]['id'], Explanation> = {
  'codes.unauthorized': {
    checked:
      'The bodies of the 401 answers in the run, apart from those to bad bodies and hostile requests, are searched ' +
      'for the known code words. If any is shown, the one for a missing or bad key has to be among them.',
    violation:
      'A 401 arrives whose JSON says not_found or invalid_request, for instance in error.code or as a problem type.',
    cause:
      'An error handler with one default code for all refusals is likely, or a gateway that answers 401 with a ' +
      'template made for another case.',
    remedy: 'Derive the code from the same table as the status, so that a 401 cannot be built with another word.',
  },
  'codes.not-found': {
    checked:
      'Polls of ids that lead nowhere and requests at paths made wrong are answered 404, and these answers are ' +
      'searched for code words. If there are any, not_found must be one of them.',
    violation:
      'The 404 to a poll of an id that does not exist has invalid_request or unauthorized as the code in its body.',
    cause:
      'Lookups that fail are frequently raised as validation errors whose status is changed later, or foreign jobs ' +
      'are reported with the word for a missing right.',
    remedy:
      'Raise a dedicated error for jobs and paths that are not there, which carries both 404 and its word, and use ' +
      'it for foreign jobs, too.',
  },
  'codes.capacity-exceeded': {
    checked:
      'Whenever a submission is answered 429, its body is searched for the four words; finding only wrong ones ' +
      'breaks the clause, and finding none does not.',
    violation:
      'POST /videos is answered 429 with code invalid_request in the body, as if something were wrong with the ' +
      'request itself.',
    cause:
      'A limiter may wrap its refusal in the general error format with the default code, or the code is chosen by ' +
      'the class of the status, so that every 4xx gets the same.',
    remedy:
      'Give the refusal for lack of room an error of its own with status, word and Retry-After together, and use it ' +
      'wherever submissions are turned away for capacity.',
  },
  'codes.invalid-request': {
    checked:
      'Refusals of bad submissions, other than 402, 403 and 429, are searched for code words and count once a good ' +
      'request succeeds after them. Any word shown has to be accompanied by invalid_request, or be it.',
    violation:
      'A body with a duration of 61 is refused with 400 or 422, but its code says not_found or capacity_exceeded.',
    cause:
      'Models that are not listed tend to be reported with the word for missing things, and checks in different ' +
      'layers may each pick a word of their own.',
    remedy:
      'Collect all reasons to refuse a body in one place and give them the same code word; details belong into the ' +
      'message.',
  },
  'answers.success-is-200': {
    checked:
      'Every GET of the run that was answered with some 2xx is compared with 200 exactly. Hostile requests and mere ' +
      'observations are left out.',
    violation: 'A poll of a queued job is answered 202 or 201, or a reading that has nothing to show is answered 204.',
    cause:
      'The handler may reuse the status of the submission for jobs that are under way, or a framework chooses 204 by ' +
      'itself when the result is empty.',
    remedy:
      'Set 200 explicitly in the handlers of the five GET endpoints, and tell of unfinished work in the body alone.',
  },
  'answers.errors-show-their-code': {
    checked:
      'Answers 401, 404, 429 and refusals of bad bodies under the base URL should be JSON in which the fitting code ' +
      'word appears somewhere. Observations and hostile requests are not held to it.',
    violation:
      'A 404 comes as an HTML page, a 401 has an empty body, or the JSON of a refusal holds a sentence and no code ' +
      'word.',
    cause:
      "Default error pages of the framework, the router or a proxy usually answer before the application's own error " +
      'handler is reached.',
    remedy:
      "Register one handler for all errors, the router's and the parser's included, that writes JSON with the code, " +
      'and let proxies pass such bodies through.',
  },
  'answers.json-is-labelled': {
    checked:
      'Whenever a body under the base URL parses as a JSON object or list, its Content-Type is examined for a media ' +
      'type that is JSON or ends in +json.',
    violation: 'A body that is plainly a JSON object arrives as text/plain or text/html, or without any Content-Type.',
    cause:
      'Bodies that are serialised by hand and written as text are the usual reason, often in error handlers; copies ' +
      'served from a cache may have lost their label.',
    remedy:
      "Send every JSON body through the framework's own JSON responder, or set Content-Type yourself wherever one is " +
      'written directly.',
  },
  'answers.json-reads-alike': {
    checked:
      'Whatever parses as JSON under the base URL is looked at as text, too: for a byte order mark at its beginning, ' +
      'and for objects that hold one name more than once, with values that differ.',
    violation:
      'GET /usage begins with the bytes EF BB BF, which browsers skip and JSON.parse or Python refuse; or a record ' +
      'says status twice, and each parser takes another of the two.',
    cause:
      'Files written by an editor and served as they are bring the mark along; names come twice where text is put ' +
      'together by hand, or where a field is added to JSON that has it already.',
    remedy: 'Let one serialiser write each answer from one object, and save templates as UTF-8 without a mark.',
  },
  'answers.no-server-error': {
    checked:
      'All answers of the run are looked at, and hostile bodies, methods, queries, headers and ids are sent on ' +
      'purpose. A 502, 503 or 504 counts only when it comes again beside good answers.',
    violation:
      'A body with deeply nested lists, an id with broken percent-encoding or a PUT to a known path is answered 500.',
    cause:
      'Exceptions from parsers, decoders or type conversions that nobody catches are behind most of these, as are ' +
      'database errors on characters such as NUL.',
    remedy:
      'Catch parsing and conversion errors at the edge and answer them as client errors, then repeat the request ' +
      'from the report and look for it in your error log.',
  },
}
