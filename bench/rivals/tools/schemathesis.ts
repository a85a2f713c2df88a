import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OpenApi, promisedOnly, readDocument, refusableOutside, withLinks, withoutExamples } from '../document.ts'
import { NoResult, type Rival, type Target } from '../rival.ts'
import { finish } from './child.ts'
import { pythonTool } from './python-tool.ts'

const VERSION = '4.32.5'
const HOOKS = fileURLToPath(new URL('keep-room.py', import.meta.url))

/** For each of the two rounds, so that a run takes about fifteen seconds. */
const EXAMPLES = { positive: 50, negative: 120 }

type Mode = keyof typeof EXAMPLES

/**
 * Two rounds, because open points must not be sent in either: valid bodies come from a document with only what must be
 * accepted (so that a refusal is a failure), invalid ones from the whole document (so that an acceptance is).
 */
const CHECKS = {
  positive: 'positive_data_acceptance',
  negative: 'negative_data_rejection',
}

const CHECKS_OF_BOTH = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'missing_required_header',
  'use_after_free',
  'ensure_resource_availability',
  'ignored_auth',
  'object_level_authorization',
  // Left out: unsupported_method and allow_header_conformance require 405 and Allow, which the specification leaves
  // open.
]

let folder = ''

export const schemathesis: Rival = {
  name: 'Schemathesis',
  async prepare() {
    folder = await pythonTool('schemathesis', VERSION)
    return VERSION
  },
  async failures(target) {
    const whole = withLinks(withoutExamples(readDocument()), target.facts)
    const positive = await round('positive', promisedOnly(whole, target.facts, target.imageUrl), target)
    const refusable = refusableOutside(whole, target.facts)
    const negative = await round('negative', refusable, target)
    return [...positive, ...negative]
  },
}

async function round(mode: Mode, document: OpenApi, target: Target): Promise<string[]> {
  const at = (name: string) => join(target.folder, `${mode}-${name}`)
  await writeFile(at('openapi.json'), JSON.stringify(document))
  await writeFile(at('users.json'), JSON.stringify(users(target)))
  await writeFile(at('schemathesis.toml'), configuration(mode, at('users.json')))
  const { idPointer } = target.facts
  const { out, err } = await finish(
    join(folder, 'st'),
    [
      ...['--config-file', at('schemathesis.toml'), 'run', at('openapi.json')],
      ...['--url', target.baseUrl, '--mode', mode, '--seed', String(target.seed)],
      ...['--checks', [...CHECKS_OF_BOTH, CHECKS[mode]].join(',')],
      ...['--phases', 'examples,coverage,fuzzing,stateful', '--max-examples', String(EXAMPLES[mode])],
      // Reports every kind of failure, without minimizing examples.
      ...['--continue-on-failure', '--no-shrink', '--generation-database', 'none', '--suppress-health-check', 'all'],
      ...['--request-timeout', '5', '--warnings', 'off'],
      ...['--report', 'json', '--report-json-path', at('report.json')],
    ],
    {
      cwd: target.folder,
      env: {
        RIVAL_BASE_URL: target.baseUrl,
        RIVAL_KEY: target.keys.A,
        ...(idPointer !== undefined && { RIVAL_ID_POINTER: idPointer }),
      },
    },
  )
  const report = await readFile(at('report.json'), 'utf8').catch(() => {
    throw new NoResult(`no report: ${(err || out).trim().split('\n').slice(-3).join(' ')}`)
  })
  return kindsIn(JSON.parse(report) as Report).map((kind) => `${mode}: ${kind}`)
}

type Report = {
  failures: { type: string; operations: string[] }[]
  errors: { type?: string; title?: string; operations?: string[] }[]
}

export function kindsIn({ failures, errors }: Report): string[] {
  const found = [...failures, ...errors.map((error) => ({ ...error, type: `error ${error.type ?? error.title}` }))]
  return found.flatMap(({ type, operations }) => (operations ?? ['?']).map((operation) => `${type} at ${operation}`))
}

/** Two users that must not see each other's jobs. */
function users({ keys: { A, B } }: Target) {
  const user = (name: string, key: string | undefined) => ({
    name,
    fixedHeaders: [{ name: 'Authorization', value: `Bearer ${key}` }],
  })
  return { auth: [user('owner', A), user('other', B)] }
}

function configuration(mode: Mode, usersFile: string): string {
  return [
    `hooks = ${JSON.stringify(HOOKS)}`,
    '[auth.wfc]',
    `path = ${JSON.stringify(usersFile)}`,
    'user = "owner"',
    'peers = ["owner", "other"]',
    // The specification is stricter than the defaults: which 4xx is open, but a missing key is 401, and a valid body is
    // accepted.
    '[checks.negative_data_rejection]',
    'expected-statuses = ["4XX"]',
    '[checks.missing_required_header]',
    'expected-statuses = [401, 429]',
    '[phases.coverage]',
    // The response to a wrong method is open.
    'unexpected-methods = []',
    '[phases.stateful]',
    // Enough to poll a job past its end.
    'max-steps = 10',
    ...(mode === 'negative' ? ['enabled = false'] : []),
    '[[operations]]',
    'include-name = "POST /videos"',
    'checks.positive_data_acceptance.expected-statuses = [202, 429]',
    '',
  ].join('\n')
}
