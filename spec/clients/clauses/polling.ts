import type { ClientClauseData } from '../../clause.ts'

export const polling = [
  {
    id: 'client.polls-no-faster-than-3-s',
    level: 'must',
    section: '§8',
    rule: 'The client waits at least 3 seconds between two polls of one job.',
    explanation: {
      judged:
        'gatecheck measures the time between the arrival of two polls of one job. A single pause below 1.5 s fails ' +
        'the clause; one below 2.7 s fails it if it occurs twice. The poll after a lost response, a 5xx or a 429 ' +
        'with Retry-After is exempt.',
      harm:
        'Each poll costs the server work. A client that polls too fast gets 429 and gains nothing, since jobs take ' +
        'minutes.',
      remedy:
        'Sleep three to five seconds after each response that shows an unfinished job. Never poll from a render loop ' +
        'or from several timers at once.',
      code: {
        typescript: 'await setTimeout(4000) // from node:timers/promises',
        python: 'time.sleep(4)',
        go: 'time.Sleep(4 * time.Second)',
      },
    },
  },
  {
    id: 'client.stops-at-a-final-state',
    level: 'must',
    section: '§3.1',
    rule: 'The client stops polling a job once a response shows succeeded or failed.',
    explanation: {
      judged:
        'After a response with succeeded or failed has reached the client, no further poll of that job may arrive. ' +
        'Polls already in flight, and polls after a lost response, are exempt.',
      harm:
        'A loop that never ends polls for days, blocks a worker and fills the logs. A second poll just to read the ' +
        'url is unnecessary.',
      remedy: 'Leave the loop on both final statuses, and take url or error from that same response.',
      code: {
        typescript: "if (job.status === 'succeeded' || job.status === 'failed') return job",
        python: 'if job["status"] in ("succeeded", "failed"): return job',
        go: 'if job.Status == "succeeded" || job.Status == "failed" { return job, nil }',
      },
    },
  },
  {
    id: 'client.polls-the-id-it-was-given',
    level: 'must',
    section: '§2',
    rule: 'The client polls exactly the id from the response to its submission, as text.',
    explanation: {
      judged:
        'A poll fails this clause if its id is unknown and clearly derived from an issued one: other letter case, ' +
        'digits lost in a double, truncated, or padded. So does the word undefined, or an invented id after the ' +
        'response to the only submission was lost. gatecheck does not judge other ids, which may be older jobs.',
      harm: 'The job runs and is paid for, but its video is never fetched: the polls return 404.',
      remedy:
        'Keep the id as the text that was received, and store it in a column that is long enough and case-sensitive.',
      code: {
        typescript: 'const { id } = await response.json() as { id: string }',
        python: 'job_id = str(response.json()["id"])',
        go: 'ID string `json:"id"`',
      },
    },
  },
  {
    id: 'client.polls-within-5-s',
    level: 'should',
    section: '§8',
    rule: 'The client usually waits no more than 5 seconds between two polls of one job.',
    explanation: {
      judged:
        'The median pause between a response and the next poll of that job must be at most 5.5 s; the clause fails ' +
        'only if at least two pauses were longer. Pauses after a 429 or a lost response do not count.',
      harm: 'Polling advances the job, so a client that polls rarely waits longer than necessary for each video.',
      remedy: 'Use a fixed pause of three to five seconds instead of one that grows with each poll.',
      code: {
        typescript: 'for (;;) { await setTimeout(4000); job = await poll(id); if (isFinal(job)) break }',
        python: 'while not is_final(job := poll(job_id)): time.sleep(4)',
        go: 'for range time.Tick(4 * time.Second) { if job = poll(id); job.Final() { break } }',
      },
    },
  },
  {
    id: 'client.encodes-the-id',
    level: 'should',
    section: '§4',
    rule: 'The client percent-encodes characters of the id that have another meaning in a path.',
    explanation: {
      judged:
        'A request fails this clause if its path is wrong because an id with /, ?, # or % was inserted unencoded or ' +
        'encoded twice.',
      harm: 'The client works with the ids of today and fails as soon as the server issues others: each poll returns 404.',
      remedy:
        'Percent-encode the id exactly once when you build the path, with the function for a path segment, not the ' +
        'one for whole URLs.',
      code: {
        typescript: "base + '/videos/' + encodeURIComponent(id)",
        python: 'f"{base}/videos/{urllib.parse.quote(job_id, safe=\'\')}"',
        go: 'base + "/videos/" + url.PathEscape(id)',
      },
    },
  },
  {
    id: 'client.takes-any-id',
    level: 'should',
    section: '§2',
    rule: 'The client accepts any id: long, short, a number, with a slash or a space.',
    explanation: {
      judged:
        'A scenario issues very long ids, numbers, and ids with a slash, a percent sign or a space. A client that ' +
        'ends with the video passes.',
      harm: 'A client that assumes a format for ids refuses, or cannot store, other ids that the server may issue.',
      remedy: 'Check only that the id is present: no pattern, no fixed length, no conversion to a number or a UUID.',
      code: {
        typescript: "if (id === undefined || id === null) throw new Error('no id in the response')",
        python: 'job_id = str(response["id"])  # not uuid.UUID(job_id)',
        go: 'ID json.RawMessage `json:"id"` // string or number',
      },
    },
  },
  {
    id: 'client.goes-on-whatever-was-not-promised',
    level: 'should',
    section: '§3.3',
    rule: 'Fields and states that the specification does not mention do not stop the client.',
    explanation: {
      judged:
        'Scenarios add unknown fields, omit stage while queued, go from running back to queued, and return null in ' +
        'optional fields. A client that ends with the video passes.',
      harm:
        'Any server release that adds a field or queues a job again stops the client, although the server conforms ' +
        'to the specification.',
      remedy:
        'Read only the fields that you need, ignore the rest, and keep polling in every status that is not final.',
      code: {
        typescript: "const isFinal = ['succeeded', 'failed'].includes(job.status) // else: keep polling",
        python: 'final = job.get("status") in ("succeeded", "failed")  # else: keep polling',
        go: 'decoder := json.NewDecoder(body) // without DisallowUnknownFields',
      },
    },
  },
  {
    id: 'client.needs-no-more-than-is-promised',
    level: 'should',
    section: '§2',
    rule: 'The client needs no header, field or status beyond the specification.',
    explanation: {
      judged:
        'A scenario returns only what the specification requires: no other header, field or status. A client that ' +
        'ends with the video passes. A refused submission does not count if accepting it is an open point.',
      harm: 'The client depends on a field that happens to be there today, and stops when a conforming server omits it.',
      remedy:
        'List every name that your code reads from responses, and check each against the specification. Do without ' +
        'the rest.',
      code: {
        typescript: 'const percent = job.progress ?? undefined // never job.progress.percent',
        python: 'percent = job.get("progress")  # never job["progress"]',
        go: 'Progress *float64 `json:"progress"` // may be nil',
      },
    },
  },
] as const satisfies readonly ClientClauseData[]
