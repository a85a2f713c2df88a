import type { ClientClauseData } from '../../clause.ts'

export const capacity = [
  {
    id: 'client.waits-out-a-refused-submission',
    level: 'must',
    section: '§7',
    rule: 'After a 429 to a submission, the client waits the seconds in Retry-After before it submits again.',
    explanation: {
      judged:
        "After a 429 with Retry-After, the client's next submission must not arrive before those seconds have " +
        'passed, even with another body. Requests already in flight do not count. Each key counts as one client.',
      harm:
        'Immediate retries load the service, take capacity from other jobs, and often lead to longer waits for the ' +
        'whole account.',
      remedy:
        'Read Retry-After, pause all submissions of the process for that long, and add random jitter if several ' +
        'processes wait.',
      code: {
        typescript: "await setTimeout(Number(response.headers.get('retry-after')) * 1000)",
        python: 'time.sleep(float(response.headers["Retry-After"]))',
        curl: 'curl --retry 5 --fail ...   # curl honours Retry-After',
      },
    },
  },
  {
    id: 'client.waits-out-a-refused-poll',
    level: 'must',
    section: '§7',
    rule: 'After a 429 to a poll, the client waits the seconds in Retry-After before it polls that job again.',
    explanation: {
      judged:
        "After a 429 with Retry-After to a poll, the client's next poll of that job must not arrive before those " +
        'seconds have passed. Polls of other jobs may go on.',
      harm: 'The poll returns nothing useful and is refused again; some services count such requests against the account.',
      remedy: 'Treat a 429 in the loop as an unfinished job, and wait as Retry-After says instead of the usual pause.',
      code: {
        typescript: "const pause = response.status === 429 ? Number(response.headers.get('retry-after') ?? 4) : 4",
        python: 'pause = float(r.headers.get("Retry-After", 4)) if r.status_code == 429 else 4',
        go: 'if res.StatusCode == 429 { pause, _ = time.ParseDuration(res.Header.Get("Retry-After") + "s") }',
      },
    },
  },
  {
    id: 'client.tries-again-after-waiting',
    level: 'should',
    section: '§7',
    rule: 'After a 429 and the wait, the client retries instead of giving up at once.',
    explanation: {
      judged:
        'A client that gives up after one or two 429 responses with Retry-After fails this clause. Giving up after ' +
        'three in a row is fine.',
      harm: 'Videos are missing after each busy minute, and someone has to start them again by hand.',
      remedy: 'Submit in a loop that waits as Retry-After says, and give up after a few refusals with a clear message.',
      code: {
        typescript: 'for (let attempt = 0; attempt < 5; attempt++) { /* submit; on 429 wait and retry */ }',
        python: 'for attempt in range(5): ...  # submit; on 429 wait and retry',
        go: 'for attempt := range 5 { /* submit; on 429 wait and retry */ }',
      },
    },
  },
  {
    id: 'client.repeats-no-refused-request',
    level: 'should',
    section: '§7',
    rule: 'The client does not resend a request unchanged after 400, 401, 404 or 422.',
    explanation: {
      judged:
        'A client that sends the same method, path, key and body again within five minutes of a 400, 401, 404 or 422 ' +
        'fails this clause.',
      harm:
        'The request cannot succeed: the retries cost time, hide the real reason, and look like an attack if the key ' +
        'is refused.',
      remedy:
        'Retry only 429, 5xx and network errors. On any other 4xx, stop and show the code and message from the ' +
        'response.',
      code: {
        typescript: 'const mayRetry = status === 429 || status >= 500',
        python: 'Retry(status_forcelist=[429, 502, 503, 504], respect_retry_after_header=True)',
        go: 'retry := res.StatusCode == 429 || res.StatusCode >= 500',
      },
    },
  },
  {
    id: 'client.reads-capacity-before-a-burst',
    level: 'should',
    section: '§4',
    rule: 'The client reads GET /capacity before a burst of submissions.',
    explanation: {
      judged:
        'A burst is more than five first submissions of one client within 4.5 seconds. One GET /capacity by the same ' +
        'client in the ten minutes before it is enough.',
      harm: 'Most of the burst is refused with 429, and all other work of the account waits too.',
      remedy: 'Read GET /capacity first and submit as many jobs as fit, or submit one after the other.',
      code: {
        typescript: "const room = await (await fetch(base + '/capacity', { headers })).json()",
        python: 'room = session.get(f"{base}/capacity").json()',
        curl: 'curl -H "Authorization: Bearer $KEY" "$BASE/capacity"',
      },
    },
  },
] as const satisfies readonly ClientClauseData[]
