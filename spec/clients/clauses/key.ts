import type { ClientClauseData } from '../../clause.ts'

export const key = [
  {
    id: 'client.sends-its-key',
    level: 'must',
    section: '§5.1',
    rule:
      'Every request below the base URL has exactly one Authorization header: Bearer and a key that the client was ' +
      'given.',
    explanation: {
      judged:
        'Each request below the base URL must have one Authorization header: Bearer in any letter case, then one ' +
        'key. Video downloads are exempt.',
      harm:
        'The server returns 401. A client that takes this for a temporary error retries in vain; an undefined or ' +
        'empty key shows only in production.',
      remedy:
        'Read the key once at startup, refuse to start without it, and set the header in one place for all requests.',
      code: {
        typescript: "fetch(base + '/models', { headers: { Authorization: 'Bearer ' + key } })",
        python: 'session.headers["Authorization"] = f"Bearer {key}"',
        go: 'request.Header.Set("Authorization", "Bearer "+key)',
      },
    },
  },
  {
    id: 'client.keeps-its-key-in-the-header',
    level: 'must',
    section: '§5.1',
    rule: 'The client sends its key only in the Authorization header: not in a query, body, cookie or other header.',
    explanation: {
      judged:
        'gatecheck searches path, query, body, cookies and all other headers of each request for the key, also in ' +
        'common encodings. One occurrence fails the clause.',
      harm:
        'URLs and bodies end up in logs, browser histories and error reports. Anyone who finds the key there can ' +
        'spend the credits of the account.',
      remedy:
        'Remove the key from queries, bodies and defaults of the HTTP library. Then replace it in the dashboard, ' +
        'because it has already been logged.',
      code: {
        typescript: "new URL(base + '/usage') // no searchParams.set('api_key', key)",
        python: 'requests.get(f"{base}/usage", headers=auth)  # no params={"api_key": key}',
        curl: 'curl -H "Authorization: Bearer $KEY" "$BASE/usage"',
      },
    },
  },
  {
    id: 'client.keeps-its-key-from-other-origins',
    level: 'must',
    section: '§5.4',
    rule: 'The client sends its key only to the origin of the base URL, wherever the video is stored.',
    explanation: {
      judged:
        "gatecheck searches requests to a scheme, host or port other than the base URL's for the key. A HAR and the " +
        'client tests show such requests; a proxy sees only its own target.',
      harm:
        'The host of the video, and every log on the way, gets the key. Storage services often refuse a signed URL ' +
        'that comes with an Authorization header.',
      remedy:
        'Download the video with a plain request without session defaults, and drop the header on redirects to other ' +
        'hosts.',
      code: {
        typescript: 'const video = await fetch(job.url) // no headers at all',
        python: 'urllib.request.urlopen(job["url"])  # not session.get: it sends its headers along',
        curl: 'curl --output video.mp4 "$URL"',
      },
    },
  },
  {
    id: 'client.runs-on-a-server',
    level: 'must',
    section: '§5.4',
    rule: 'No request comes from a page in a browser.',
    explanation: {
      judged:
        'An Origin header, a Sec-Fetch-Site other than none, or a preflight shows that a page sent the request. ' +
        'Sec-Fetch-Mode alone does not: fetch in Node sends it.',
      harm: 'Every visitor can read a key in a page, and calls from a page fail on cross-origin rules anyway.',
      remedy:
        'Move the call to your own server, let the page call that server, and replace the key that was in the page.',
      code: {
        typescript: 'app.post("/videos", async (request, response) => response.json(await submit(request.body)))',
        python: '@app.post("/videos")\ndef videos(body: dict): return submit(body)',
        go: 'http.HandleFunc("POST /videos", submit)',
      },
    },
  },
] as const satisfies readonly ClientClauseData[]
