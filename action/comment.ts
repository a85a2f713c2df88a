import { existsSync, readFileSync } from 'node:fs'

// The step of action.yml that writes one comment to the pull request and updates it after each run.
// The comment itself stores which clauses failed, so that the next run can say what is new, still failing or fixed.

type Comment = { id: number; body: string; user: { type: string } | null }
type Clause = { id: string; verdict: string }
type Result = { clauses?: Clause[]; notJudged?: string[] }
type State = { commit: string; failed: string[] }

const MOST_CHARACTERS = 60_000
const MOST_PAGES = 20
const NOT_STARTED = '## gatecheck: NO VERDICT\n\nThe job failed before gatecheck ran: its log says why.'
const { INPUT_TOKEN, INPUT_NAME = 'gatecheck', INPUT_SUMMARY = '', INPUT_REPORT = '' } = process.env
const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, GITHUB_SERVER_URL, GITHUB_RUN_ID } = process.env
const marker = `<!-- gatecheck: ${INPUT_NAME.replaceAll(/[^\w .-]|-{2,}/g, '')} -->`

async function github<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${path}`, {
    method,
    headers: { authorization: `Bearer ${INPUT_TOKEN}`, accept: 'application/vnd.github+json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  if (response.ok) return (await response.json()) as T
  const hint =
    response.status === 403 ? '. The job needs "permissions: pull-requests: write"; forks cannot have it' : ''
  throw new Error(`${method} ${path} returned ${response.status}${hint}`)
}

/** Only a comment by an app: anyone can write the marker into a comment. */
async function ownComment(pullRequest: number): Promise<Comment | undefined> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const path = `/issues/${pullRequest}/comments?per_page=100&page=${page}`
    const comments = await github<Comment[]>('GET', path)
    const own = comments.find(({ body, user }) => user?.type === 'Bot' && body.startsWith(marker))
    if (own || comments.length < 100) return own
  }
  return undefined
}

function stateIn(comment: Comment | undefined): State | undefined {
  const [, text] = /<!-- state: (\{.*\}) -->/.exec(comment?.body ?? '') ?? []
  return text === undefined ? undefined : JSON.parse(text)
}

/** A failure counts as fixed only if its clause passed. */
function compared({ clauses = [], notJudged = [] }: Result, before: State | undefined, commit: string) {
  const verdicts = new Map(clauses.map(({ id, verdict }) => [id, verdict]))
  const failing = clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const earlier = before?.failed ?? []
  const open = earlier.filter((id) => verdicts.get(id) !== 'pass' && verdicts.get(id) !== 'fail')
  const lists = {
    New: failing.filter((id) => !earlier.includes(id)),
    'Still failing': failing.filter((id) => earlier.includes(id)),
    Fixed: earlier.filter((id) => verdicts.get(id) === 'pass'),
    'Failed before, not judged now': open,
  }
  const lines = Object.entries(lists)
    .filter(([, ids]) => ids.length > 0)
    .map(([what, ids]) => `- ${what}: ${ids.map((id) => `\`${id}\``).join(', ')}`)
  const state: State = { commit, failed: [...failing, ...open] }
  const heading = `**Compared with ${before?.commit.slice(0, 7)}:**`
  const paragraphs = [
    ...(notJudged.length > 0 ? [`**Not judged: ${notJudged.length} must clauses.**`] : []),
    ...(before && lines.length > 0 ? [heading, lines.join('\n')] : []),
  ]
  return { text: paragraphs.join('\n\n'), state }
}

function bodyOf(text: string, state: State): string {
  // A comment that stays as it was would still show the verdict of an earlier commit.
  const summary = existsSync(INPUT_SUMMARY) ? readFileSync(INPUT_SUMMARY, 'utf8').trim() : NOT_STARTED
  const heading = summary.split('\n\n').slice(0, 2).join('\n\n')
  const link = `[All results](${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}) of ${state.commit}`
  const body = (shown: string) =>
    [marker, `<!-- state: ${JSON.stringify(state)} -->`, text, shown, link].filter((part) => part !== '').join('\n\n')
  const whole = body(summary)
  return whole.length <= MOST_CHARACTERS ? whole : body(heading)
}

async function main(): Promise<void> {
  const event = JSON.parse(readFileSync(GITHUB_EVENT_PATH ?? '', 'utf8'))
  const pullRequest: number | undefined = event.pull_request?.number
  if (pullRequest === undefined) {
    process.stdout.write('No comment: this event belongs to no pull request.\n')
    return
  }
  // GITHUB_SHA is a merge commit that only this run knows.
  const commit: string = event.pull_request.head?.sha ?? process.env.GITHUB_SHA ?? ''
  const result: Result = existsSync(INPUT_REPORT) ? JSON.parse(readFileSync(INPUT_REPORT, 'utf8')) : {}
  const own = await ownComment(pullRequest)
  const { text, state } = compared(result, stateIn(own), commit)
  const body = bodyOf(text, state)
  if (own) await github('PATCH', `/issues/comments/${own.id}`, { body })
  else await github('POST', `/issues/${pullRequest}/comments`, { body })
}

try {
  await main()
} catch (error) {
  // The verdict is that of the step before: a comment that cannot be written changes nothing about it.
  const why = error instanceof Error ? error.message : String(error)
  process.stdout.write(
    `::warning title=gatecheck::The comment could not be written: ${why.replaceAll(/[\r\n%]+/g, ' ')}\n`,
  )
}
