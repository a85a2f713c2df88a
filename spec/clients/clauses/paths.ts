import type { ClientClauseData } from '../../clause.ts'

export const paths = [
  {
    id: 'client.names-the-version-once',
    level: 'must',
    section: '§9.2',
    rule: 'Each path contains the version exactly once: not omitted, and not added to a base URL that ends with it.',
    explanation: {
      judged:
        'A path below the base URL that starts with another /v1 contains it twice. A request for an endpoint outside ' +
        'the base URL counts if it carries a key or names a known job.',
      harm: 'Every request returns 404, so the client never gets a job.',
      remedy: 'Take the base URL as the dashboard shows it, and append only the path of the endpoint.',
      code: {
        typescript: "fetch(base + '/videos') // base ends with /v1",
        python: 'requests.post(base + "/videos", ...)  # urljoin(base, "/videos") would lose the /v1',
        go: 'url.JoinPath(base, "videos")',
      },
    },
  },
  {
    id: 'client.appends-paths-to-the-base-url',
    level: 'must',
    section: '§9.1',
    rule: 'The client appends endpoint paths to the base URL unchanged, without a second /videos.',
    explanation: {
      judged:
        'A path that contains /videos/videos fails this clause. A double slash fails it only if the base URL is ' +
        'known to have no trailing slash.',
      harm:
        'The server returns 404 for an unknown path. Some gateways merge slashes and others do not, so it works in ' +
        'one place and fails in another.',
      remedy: 'Keep /videos out of the base URL, and remove a trailing slash before you append a path.',
      code: {
        typescript: "const base = process.env.BASE_URL!.replace(/\\/$/, '')",
        python: 'base = os.environ["BASE_URL"].rstrip("/")',
        go: 'base = strings.TrimSuffix(base, "/")',
      },
    },
  },
] as const satisfies readonly ClientClauseData[]
