import type { ClientClauseData } from '../../clause.ts'

export const result = [
  {
    id: 'client.says-that-a-job-failed',
    level: 'should',
    section: '§3',
    rule: "If its job failed, the client exits with an error, prints the error's code or message, and downloads nothing.",
    explanation: {
      judged:
        'After a response that shows its job failed, the client must exit with a code other than 0, print error.code ' +
        'or error.message, and download nothing.',
      harm: 'The failure is noticed only when the video is missing, and its reason is lost.',
      remedy: 'Raise a dedicated error with code and message for a failed job, and let it set the exit code.',
      code: {
        typescript: "if (job.status === 'failed') throw new Error(job.error.code + ': ' + job.error.message)",
        python: "if job[\"status\"] == \"failed\": sys.exit(f\"{job['error']['code']}: {job['error']['message']}\")",
        go: 'if job.Status == "failed" { log.Fatalf("%s: %s", job.Error.Code, job.Error.Message) }',
      },
    },
  },
  {
    id: 'client.ends-well-only-with-a-video',
    level: 'should',
    section: '§1.2',
    rule: 'The client exits with code 0 only if it has the video or its url.',
    explanation: {
      judged:
        'Exit code 0 requires a response with succeeded and a url. The client must also have downloaded the whole ' +
        'video or printed the url on a line of its own.',
      harm: 'The caller trusts the exit code and continues with a missing, empty or truncated file.',
      remedy:
        'Exit with 0 in one place only, after the url or the whole file is there, and with an error everywhere else.',
      code: {
        typescript: 'process.exitCode = 1; /* … */ await pipeline(body, createWriteStream(path)); process.exitCode = 0',
        python: 'sys.exit(0 if path.exists() and path.stat().st_size == expected else 1)',
        curl: 'curl --fail --output video.mp4 "$URL" || exit 1',
      },
    },
  },
  {
    id: 'client.fetches-the-url-as-given',
    level: 'should',
    section: '§2',
    rule: 'The client fetches the video from the unchanged url, including the query.',
    explanation: {
      judged:
        'gatecheck compares each video request with the urls from responses: path and query must be the same, apart ' +
        'from normalization by the URL standard.',
      harm:
        'The query often contains a signature. Without it, or with its parameters reordered or re-encoded, the ' +
        'download is refused.',
      remedy: 'Pass the url to the HTTP library unchanged: do not parse, decode or extend it.',
      code: {
        typescript: 'await fetch(job.url)',
        python: 'urllib.request.urlretrieve(job["url"], "video.mp4")',
        curl: 'curl --globoff --output video.mp4 "$URL"',
      },
    },
  },
  {
    id: 'client.fetches-without-the-key',
    level: 'should',
    section: '§5.4',
    rule: 'The client fetches the video without the key, even on the origin of the base URL.',
    explanation: {
      judged:
        'gatecheck searches video requests to the origin of the base URL for the key. ' +
        'client.keeps-its-key-from-other-origins covers other origins.',
      harm: 'Nothing fails today, but if the videos move to another host, the key is sent there too.',
      remedy: 'Use a separate HTTP client without defaults for downloads.',
      code: {
        typescript: 'const video = await fetch(job.url, { headers: {} })',
        python: 'requests.get(job["url"], stream=True)  # not session.get',
        go: 'http.Get(job.URL) // not the client with the Authorization transport',
      },
    },
  },
  {
    id: 'client.fetches-before-the-url-expires',
    level: 'should',
    section: '§3',
    rule: 'The client fetches the video before its url expires.',
    explanation: {
      judged:
        'If a scenario limits the lifetime of its urls, the first video request must arrive within that time after ' +
        'the response with the url.',
      harm: 'The video was paid for and is out of reach. A client that submits again pays twice.',
      remedy:
        'Download as soon as the job has succeeded. If the url has expired, poll the job once for a new url instead ' +
        'of submitting again.',
      code: {
        typescript: "if (job.status === 'succeeded') return download(job.url) // at once, not from a queue",
        python: 'if job["status"] == "succeeded": return download(job["url"])  # at once',
        go: 'if job.Status == "succeeded" { return download(job.URL) } // at once',
      },
    },
  },
] as const satisfies readonly ClientClauseData[]
