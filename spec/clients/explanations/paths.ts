import type { ClientExplanation } from '../clause.ts'

export const paths = {
  'client.names-the-version-once': {
    judged:
      'A path below the base URL that begins with another /v1 has it twice. Above the base URL, a request for an endpoint counts where it carries a key or names a job that is known.',
    harm: 'Each request is answered 404, for the readings as for the submission: the client never gets as far as a job.',
    remedy: 'Take the base URL whole, as the dashboard shows it, and append the path of the endpoint, nothing else.',
    code: {
      typescript: "fetch(base + '/videos') // base ends with /v1",
      python: 'requests.post(base + "/videos", ...)  # urljoin(base, "/videos") would lose the /v1',
      go: 'url.JoinPath(base, "videos")',
    },
  },
  'client.appends-paths-to-the-base-url': {
    judged:
      'A path with /videos/videos is wrong whatever stands behind it. Two slashes are only where the base URL is known to have been given without one at its end.',
    harm: 'The server knows no such path and answers 404; some gateways join the slashes and others do not, so that it works here and fails there.',
    remedy: 'Keep /videos out of the base URL, and cut a slash from its end before anything is appended.',
    code: {
      typescript: "const base = process.env.BASE_URL!.replace(/\\/$/, '')",
      python: 'base = os.environ["BASE_URL"].rstrip("/")',
      go: 'base = strings.TrimSuffix(base, "/")',
    },
  },
} as const satisfies Record<string, ClientExplanation>
