import type { Configuration } from '../../engine/config/configuration.ts'
import { videoSecondsOf } from '../../engine/http/requests.ts'
import type { Experiment, Suite } from '../../engine/judge/check.ts'
import { PROMISING, promisesOf } from '../../engine/pact/conformance/violations.ts'
import type { PactFile } from '../../engine/pact/file/pact-file.ts'
import type { Phase } from '../../engine/run/phase.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { FIELDS } from '../../spec/words.ts'
import { judgeItsShare } from './judge.ts'
import { type Case, casesIn, isAccepted, verifyPacts } from './verification.ts'
import { wantedBy } from './wanted.ts'

export const CLIENT_PACTS = 'client-pacts'
export const VERIFICATION = `${CLIENT_PACTS}.verification`

/** One check for each clause that the contracts rely on; without files one for each possible clause, to judge a recorded run. */
export function clientPacts(files?: readonly PactFile[]): Suite {
  const cases = casesIn(files ?? [])
  const phase: Phase = {
    name: VERIFICATION,
    max: ({ configuration }) => costOf(cases, configuration),
    drive: (drive) => verifyPacts(drive, cases),
  }
  const concerned = new Set(cases.flatMap(({ interaction }) => promisesOf(interaction).map((each) => each.clause)))
  return {
    name: CLIENT_PACTS,
    about: "Pact contracts of clients, run by Pact's own verifier: the parts that the specification requires.",
    startsAProcess: true,
    checks: PROMISING.filter((id) => files === undefined || concerned.has(id)).map((id) => checkOf(id, phase)),
  }
}

function checkOf(id: ClauseId, phase: Phase): Experiment {
  return {
    kind: 'experiment',
    id: `${CLIENT_PACTS}.${id.replace('.', '-')}`,
    clause: id,
    suite: CLIENT_PACTS,
    title: 'fulfils the contracts of the clients',
    phases: [phase],
    judge: judgeItsShare(id),
  }
}

/** One request for each interaction and one control for each that fails; a job for each accepted submission. */
function costOf(cases: readonly Case[], configuration?: Configuration) {
  const bodies = cases.flatMap(({ interaction }) =>
    isAccepted(interaction) ? [JSON.stringify(interaction.request.body?.value ?? {})] : [],
  )
  const burst = cases.some(({ interaction }) => wantedBy(interaction).kind === 'no room')
    ? (configuration?.burst ?? 0)
    : 0
  const failing =
    configuration?.failingPrompt !== undefined && cases.some(({ interaction }) => isOfAFailedJob(interaction)) ? 1 : 0
  const short = (burst + failing) * FIELDS.duration.least
  return {
    requests: cases.length * 2 + (burst > 0 ? burst + 1 : 0) + failing,
    jobs: bodies.length + burst + failing,
    videoSeconds: bodies.reduce((sum, body) => sum + videoSecondsOf(body), 0) + short,
  }
}

function isOfAFailedJob(interaction: Case['interaction']): boolean {
  const wanted = wantedBy(interaction)
  return wanted.kind === 'job in a state' && wanted.status === 'failed'
}
