import type { ClientExplanation } from '../clause.ts'

export const capacity = {
  'client.waits-out-a-refused-submission': {
    judged:
      'From a 429 with Retry-After on, the next submission of that client, whatever its body, has to arrive no sooner than those seconds later. What was under way breaks nothing, and other keys are other clients.',
    harm: 'A storm of retries keeps the service busy with refusals, takes room from jobs, and is often answered with longer waits for the whole account.',
    remedy:
      'Read Retry-After, hold all submissions of the process back for that long, and add a little chance where several processes wait.',
    code: {
      typescript: "await setTimeout(Number(response.headers.get('retry-after')) * 1000)",
      python: 'time.sleep(float(response.headers["Retry-After"]))',
      curl: 'curl --retry 5 --fail ...   # curl honours Retry-After by itself',
    },
  },
  'client.waits-out-a-refused-poll': {
    judged:
      'From a 429 with Retry-After to a poll on, the next poll of that job by that client has to arrive no sooner than those seconds later. Polls of other jobs are not held back.',
    harm: 'The poll shows nothing and is refused again; some services count such requests against the account.',
    remedy:
      'Treat a 429 in the loop as an answer that shows the job unfinished, with its own pause instead of the usual one.',
    code: {
      typescript: "const pause = response.status === 429 ? Number(response.headers.get('retry-after') ?? 4) : 4",
      python: 'pause = float(r.headers.get("Retry-After", 4)) if r.status_code == 429 else 4',
      go: 'if res.StatusCode == 429 { pause, _ = time.ParseDuration(res.Header.Get("Retry-After") + "s") }',
    },
  },
  'client.tries-again-after-waiting': {
    judged:
      'A client that ends after one or two refusals for lack of room, though it was told how long to wait, breaks it. Three in a row are enough to give up.',
    harm: 'Videos are missing after each busy minute, and somebody starts them again by hand.',
    remedy:
      'Put submission into a loop that waits as it is told and gives up after a few refusals, with a message that says so.',
    code: {
      typescript: 'for (let attempt = 0; attempt < 5; attempt++) { /* submit; on 429 wait and go on */ }',
      python: 'for attempt in range(5): ...  # submit; on 429 wait and go on',
      go: 'for attempt := range 5 { /* submit; on 429 wait and go on */ }',
    },
  },
  'client.repeats-no-refused-request': {
    judged:
      'The same method, path, key and body, sent again by a client that had read a 400, 401, 404 or 422 to it within the last five minutes, breaks it.',
    harm: 'What was wrong stays wrong: the retries cost time, hide the real reason behind the last error, and look like an attack where the key is refused.',
    remedy:
      'Retry 429, 5xx and broken connections alone; at any other 4xx end with the code and the message that the server gave.',
    code: {
      typescript: 'const mayRetry = status === 429 || status >= 500',
      python: 'Retry(status_forcelist=[429, 502, 503, 504], respect_retry_after_header=True)',
      go: 'retry := res.StatusCode == 429 || res.StatusCode >= 500',
    },
  },
  'client.reads-capacity-before-a-burst': {
    judged:
      'More than five first submissions of one client within four and a half seconds are a burst. A GET /capacity by the same client in the ten minutes before it is enough.',
    harm: 'Most of the burst is refused with 429, and everything else of the account waits with it.',
    remedy: 'Ask for the headroom first and submit as many as fit, or send submissions one after the other.',
    code: {
      typescript: "const room = await (await fetch(base + '/capacity', { headers })).json()",
      python: 'room = session.get(f"{base}/capacity").json()',
      curl: 'curl -H "Authorization: Bearer $KEY" "$BASE/capacity"',
    },
  },
} as const satisfies Record<string, ClientExplanation>
