import type { ClientExplanation } from '../clause.ts'

export const result = {
  'client.says-that-a-job-failed': {
    judged:
      'After an answer that showed its job failed, the client has to end with another exit code than 0, with error.code or error.message in what it printed, and without a download.',
    harm: 'The failure is noticed by whoever misses the video, and nobody knows why it failed.',
    remedy: 'Raise an error of its own for a failed job, with code and message in it, and let it reach the exit code.',
    code: {
      typescript: "if (job.status === 'failed') throw new Error(job.error.code + ': ' + job.error.message)",
      python: "if job[\"status\"] == \"failed\": sys.exit(f\"{job['error']['code']}: {job['error']['message']}\")",
      go: 'if job.Status == "failed" { log.Fatalf("%s: %s", job.Error.Code, job.Error.Message) }',
    },
  },
  'client.ends-well-only-with-a-video': {
    judged:
      'Exit code 0 is compared with what the client was shown: an answer with succeeded and a url, and a download that was not refused or left cut in the middle, unless it printed the url on a line of its own.',
    harm: 'What starts the client believes it, and goes on with a file that is missing, empty or half.',
    remedy:
      'End well in one place alone, behind the url or the whole file, and with a failure wherever else the program ends.',
    code: {
      typescript: 'process.exitCode = 1; /* … */ await pipeline(body, createWriteStream(path)); process.exitCode = 0',
      python: 'sys.exit(0 if path.exists() and path.stat().st_size == expected else 1)',
      curl: 'curl --fail --output video.mp4 "$URL" || exit 1',
    },
  },
  'client.fetches-the-url-as-given': {
    judged:
      'A request for a video is compared with the urls that answers showed: path and query have to be the same, but for the rewriting that the URL standard makes of any address.',
    harm: 'The query often carries the signature of the address: without it, or with it sorted or encoded anew, the download is refused.',
    remedy: 'Hand the url to the HTTP library as it came, without taking it apart, decoding it or adding to it.',
    code: {
      typescript: 'await fetch(job.url)',
      python: 'urllib.request.urlretrieve(job["url"], "video.mp4")',
      curl: 'curl --globoff --output video.mp4 "$URL"',
    },
  },
  'client.fetches-without-the-key': {
    judged:
      'Requests for a video on the origin of the base URL are searched for the key. On another origin it is a graver matter, which another clause judges.',
    harm: 'Nothing breaks today; on the day on which the videos move to another host, the key goes there as well.',
    remedy: 'Keep a client without defaults for downloads, beside the one that carries the key.',
    code: {
      typescript: 'const video = await fetch(job.url, { headers: {} })',
      python: 'requests.get(job["url"], stream=True)  # not session.get',
      go: 'http.Get(job.URL) // not the client with the Authorization transport',
    },
  },
  'client.fetches-before-the-url-expires': {
    judged:
      'Where a scenario says for how long its urls work, the first request for the video has to arrive within that time of the answer that showed it.',
    harm: 'The video was made and paid for, and is out of reach; a client that answers with a new submission pays again.',
    remedy:
      'Download as soon as the job has succeeded, and where that comes too late, read the job once more for a new url instead of making another video.',
    code: {
      typescript: "if (job.status === 'succeeded') return download(job.url) // at once, not from a queue",
      python: 'if job["status"] == "succeeded": return download(job["url"])  # at once',
      go: 'if job.Status == "succeeded" { return download(job.URL) } // at once',
    },
  },
} as const satisfies Record<string, ClientExplanation>
