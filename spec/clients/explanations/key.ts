import type { ClientExplanation } from '../clause.ts'

export const key = {
  'client.sends-its-key': {
    judged:
      'Each request below the base URL is looked at by itself: one Authorization header, the word Bearer in any letter case, and one key behind it. Requests for a video are none of these.',
    harm: 'The server answers 401, and a client that takes that for a passing trouble repeats it for nothing; a key that is undefined or empty shows only in production.',
    remedy:
      'Read the key once when the program starts, refuse to start without it, and set the header where all requests are made rather than at each call.',
    code: {
      typescript: "fetch(base + '/models', { headers: { Authorization: 'Bearer ' + key } })",
      python: 'session.headers["Authorization"] = f"Bearer {key}"',
      go: 'request.Header.Set("Authorization", "Bearer "+key)',
    },
  },
  'client.keeps-its-key-in-the-header': {
    judged:
      'Path, query, body, cookies and all other headers of each request are searched for the key, in the encodings in which text travels, too. A single one decides.',
    harm: 'Addresses and bodies stand in logs, histories and error reports, where a key is read by people who should not have it; whoever finds it spends the credits of the account.',
    remedy:
      'Take the key out of query, body and defaults of the HTTP library, and replace the key in the dashboard, since it has been written down elsewhere by now.',
    code: {
      typescript: "new URL(base + '/usage') // and no searchParams.set('api_key', key)",
      python: 'requests.get(f"{base}/usage", headers=auth)  # and no params={"api_key": key}',
      curl: 'curl -H "Authorization: Bearer $KEY" "$BASE/usage"',
    },
  },
  'client.keeps-its-key-from-other-origins': {
    judged:
      'Requests to another scheme, host or port than that of the base URL are searched for the key. They are seen in a HAR and by the certification, and not by a proxy, which others do not pass.',
    harm: 'Whoever serves the video, and each log on the way there, has the key. A store that finds an Authorization header beside a signed address often refuses the download as well.',
    remedy:
      'Fetch the video with a plain request that has no defaults of the session, and let redirects to other hosts drop the header.',
    code: {
      typescript: 'const video = await fetch(job.url) // no headers at all',
      python: 'urllib.request.urlopen(job["url"])  # not session.get: it sends its headers along',
      curl: 'curl --output video.mp4 "$URL"',
    },
  },
  'client.runs-on-a-server': {
    judged:
      'An Origin header, a Sec-Fetch-Site other than none, or a preflight shows a page. Sec-Fetch-Mode alone does not: the fetch of Node sends it.',
    harm: 'A key in a page is a key in the hands of each visitor, and calls from a page fail on the rules for other origins anyway.',
    remedy:
      'Move the call to a server of your own, let the page ask that one, and replace the key that was in the page.',
    code: {
      typescript: 'app.post("/videos", async (request, response) => response.json(await submit(request.body)))',
      python: '@app.post("/videos")\ndef videos(body: dict): return submit(body)',
      go: 'http.HandleFunc("POST /videos", submit)',
    },
  },
} as const satisfies Record<string, ClientExplanation>
