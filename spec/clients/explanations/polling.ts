import type { ClientExplanation } from '../clause.ts'

export const polling = {
  'client.polls-no-faster-than-3-s': {
    judged:
      'Two polls of one job by one client are compared, from arrival to arrival. Less than 2.7 s counts when it comes twice, less than 1.5 s at once. After a lost answer, a 5xx or a 429 with Retry-After the next poll is free.',
    harm: 'Each poll costs the server work on the job; a client in a hurry meets 429, and what it gains is nothing, since jobs take minutes.',
    remedy:
      'Sleep for three to five seconds after each answer that shows the job unfinished. Never poll from a render loop or from several timers at once.',
    code: {
      typescript: 'await setTimeout(4000) // from node:timers/promises',
      python: 'time.sleep(4)',
      go: 'time.Sleep(4 * time.Second)',
    },
  },
  'client.stops-at-a-final-state': {
    judged:
      'Once an answer with succeeded or failed has reached the client, no further poll of that job by it may arrive. Polls under way at that moment, and those after an answer that was lost, break nothing.',
    harm: 'A loop that never ends polls for days, holds a worker and fills the logs; a second poll just to read the url is a request for nothing.',
    remedy:
      'Leave the loop at both final states, and use the record of the very answer that showed it: the url and the error stand in it.',
    code: {
      typescript: "if (job.status === 'succeeded' || job.status === 'failed') return job",
      python: 'if job["status"] in ("succeeded", "failed"): return job',
      go: 'if job.Status == "succeeded" || job.Status == "failed" { return job, nil }',
    },
  },
  'client.polls-the-id-it-was-given': {
    judged:
      'An id that is polled in vain, and was plainly made from one that was given, breaks it: other letter case, digits lost in a double, a cut or padded one, the word undefined; so does one that stood in no answer, where the answer to the only submission was lost. Other ids may be older jobs, and are not judged.',
    harm: 'The job is paid for and runs, and nobody ever fetches what it made: its polls are answered 404.',
    remedy:
      'Keep the id as the text that came, from the answer to the path, and in a column that is long enough and tells letter case apart.',
    code: {
      typescript: 'const { id } = await response.json() as { id: string }',
      python: 'job_id = str(response.json()["id"])',
      go: 'ID string `json:"id"`',
    },
  },
  'client.polls-within-5-s': {
    judged:
      'The median of all pauses, each from the end of an answer to the next poll of that job, is compared with five seconds and a half; it counts where two pauses at least were longer. Pauses after a 429 or a lost answer are left out.',
    harm: 'Polling moves the job on, so that a client which asks seldom waits longer for each video than it has to.',
    remedy: 'Take a fixed pause of three to five seconds instead of one that grows with each poll.',
    code: {
      typescript: 'for (;;) { await setTimeout(4000); job = await poll(id); if (isFinal(job)) break }',
      python: 'while not is_final(job := poll(job_id)): time.sleep(4)',
      go: 'for range time.Tick(4 * time.Second) { if job = poll(id); job.Final() { break } }',
    },
  },
  'client.encodes-the-id': {
    judged:
      'A request that leads to another path because an id with a slash, a question mark, a number sign or a percent sign was put into it as it is, or was encoded twice, breaks this one.',
    harm: 'It works with the ids of today and fails on the day on which the server makes others: each poll is answered 404.',
    remedy:
      'Percent-encode the id where the path is made, once, with the function for a single segment and not with one for whole URLs.',
    code: {
      typescript: "base + '/videos/' + encodeURIComponent(id)",
      python: 'f"{base}/videos/{urllib.parse.quote(job_id, safe=\'\')}"',
      go: 'base + "/videos/" + url.PathEscape(id)',
    },
  },
  'client.takes-any-id': {
    judged:
      'A scenario gives ids with a slash, a percent sign, a space, very long ones and numbers. Whoever ends with the video has taken them.',
    harm: 'A client with an idea of its own of what ids look like refuses, or cannot store, the next ones that the server makes.',
    remedy:
      'Check of an id that it is there, and nothing else: no pattern, no fixed length, no conversion to a number or a UUID.',
    code: {
      typescript: "if (id === undefined || id === null) throw new Error('no id in the answer')",
      python: 'job_id = str(answer["id"])  # and no uuid.UUID(job_id)',
      go: 'ID json.RawMessage `json:"id"` // text or number',
    },
  },
  'client.goes-on-whatever-was-not-promised': {
    judged:
      'Scenarios add unknown fields everywhere, leave stage out while queued, go from running back to queued, and show null where nothing is needed. Whoever ends with the video has gone on.',
    harm: 'Each release of the server that adds a field, or lets a job wait once more, stops the client, though nothing was broken.',
    remedy:
      'Read the few fields that you need, ignore the rest, and treat each state that is not final as a reason to go on polling.',
    code: {
      typescript: "const isFinal = ['succeeded', 'failed'].includes(job.status) // all else: go on",
      python: 'final = job.get("status") in ("succeeded", "failed")  # all else: go on',
      go: 'decoder := json.NewDecoder(body) // without DisallowUnknownFields',
    },
  },
  'client.needs-no-more-than-is-promised': {
    judged:
      'A scenario answers with what the specification promises and nothing more: no further header, field or status. Whoever ends with the video needed nothing else; what a server may refuse or take, and refused, is not held against it.',
    harm: 'A field that happens to be there today becomes a condition: the day on which it goes, the client stops, and nobody broke a promise.',
    remedy:
      'Go through what your code reads of answers, and find each name in the specification; make do without whatever is not there.',
    code: {
      typescript: 'const percent = job.progress ?? undefined // never job.progress.percent',
      python: 'percent = job.get("progress")  # and never job["progress"]',
      go: 'Progress *float64 `json:"progress"` // may be nil',
    },
  },
} as const satisfies Record<string, ClientExplanation>
