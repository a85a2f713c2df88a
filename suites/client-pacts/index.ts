import type { Configuration } from '../../engine/config/configuration.ts'
import { excerpt, list } from '../../engine/history/reading/words.ts'
import { videoSecondsOf } from '../../engine/http/requests.ts'
import type { Evidence, Experiment, Suite } from '../../engine/judge/check.ts'
import type { Verdict } from '../../engine/judge/verdict.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { PactFile, PactInteraction, ProviderState } from '../../engine/pact/file/pact-file.ts'
import { PROMISING, promisesOf } from '../../engine/pact/law/breaches.ts'
import { type Question, questionOf } from '../../engine/pact/law/question.ts'
import { toldBy } from '../../engine/pact/law/states-told.ts'
import { STATE_OF, STATES } from '../../engine/pact/states.ts'
import type { Phase } from '../../engine/run/driving/phase.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { FIELDS, FINAL_STATUSES, type Status } from '../../spec/words.ts'
import { judgeFindings } from '../pact/index.ts'
import { type Case, casesIn, isAccepted, verifyPacts } from './verification.ts'

/** Of all that was found, what the clause promises. What the same interactions ask beyond it is told, and fails nobody. */
const judgeItsShare =
  (clause: ClauseId) =>
  ({ findings, gaps, ...evidence }: Evidence): Verdict => {
    const own = findings.filter((finding) => finding.clause === clause)
    const verdict = judgeFindings({
      ...evidence,
      findings: own,
      gaps: gaps.filter((gap) => gap.clauses?.includes(clause)),
    })
    const asked = new Set(own.map((finding) => finding.case))
    const beyond = findings.filter(
      (finding) => finding.clause === undefined && finding.mismatches.length > 0 && asked.has(finding.case),
    )
    if (verdict.verdict !== 'pass' || beyond.length === 0) return verdict
    const relies = `relies on behaviour that the specification does not require: ${excerpt(list(beyond.map((finding) => finding.case)), 300)}`
    return { ...verdict, remark: verdict.remark ? `${verdict.remark}; ${relies}` : relies }
  }

/** What has to be so before an interaction can be asked. */
export type Wanted =
  | { kind: 'nothing'; key: KeyName | 'as it is' }
  | { kind: 'submission'; isAccepted: boolean; needsImage: boolean; keepsItsModel: boolean }
  | { kind: 'no room' }
  | { kind: 'any job'; key: KeyName | 'as it is' }
  | { kind: 'job in a state'; status: Status | undefined }
  | { kind: 'job of another account' }
  | { kind: 'id that no job has' }

type Unknown = { kind: 'unknown'; why: string }

/** Words that tell what is wanted, whoever wrote them. */
const KNOWN =
  /\b(alias|model|image|room|capacity|busy|another account|other account|foreign|revoked|never issued|unknown|no such|not found|no job|exists?|nobody|key|account|authenticated|logged in|credits?|balance|usage|queued|running|succeeded|failed|finished|completed|done|ready|processing|in progress|waiting|pending)\b/i

export function wantedBy(interaction: PactInteraction): Wanted | Unknown {
  const question = questionOf(interaction)
  if (!question)
    return {
      kind: 'unknown',
      why: 'it requests no endpoint of the interface: the specification does not cover the response',
    }
  const strange = interaction.states.find((state) => !KNOWN.test(state.name) && !tellsSomething(state))?.name
  if (strange !== undefined)
    return {
      kind: 'unknown',
      why: `the provider state "${strange}" is unknown: use one of ${NAMES}`,
    }
  return wantedFor(question, interaction)
}

function tellsSomething(state: ProviderState): boolean {
  const { key, whose, room, shows } = toldBy([state])
  return key !== undefined || whose !== undefined || room !== undefined || shows.length > 0
}

const NAMES = [...Object.values(STATE_OF), ...Object.values(STATES)].map((name) => `"${name}"`).join(', ')

function wantedFor(question: Question, interaction: PactInteraction): Wanted {
  switch (question.kind) {
    case 'without a good key':
    case 'with an odd key':
      return { kind: question.endpoint === 'GET /videos/{id}' ? 'any job' : 'nothing', key: keyFor(question) }
    case 'reading':
      return { kind: 'nothing', key: 'A' }
    case 'submission':
      if (question.isRoomless) return { kind: 'no room' }
      return {
        kind: 'submission',
        isAccepted: question.opinion.verdict === 'accept',
        needsImage: question.opinion.reasons.some(({ by }) => by === 'submission.image-accepted'),
        keepsItsModel: question.opinion.reasons.some(({ by }) => by === 'submission.model-listed'),
      }
    case 'poll':
      if (question.whose === 'another account') return { kind: 'job of another account' }
      if (question.whose === 'nobody') return { kind: 'id that no job has' }
      return { kind: 'job in a state', status: toldBy(interaction.states).shows[0] ?? question.shows?.[0] }
  }
}

function keyFor(question: Question): KeyName | 'as it is' {
  if (question.kind !== 'without a good key') return 'as it is'
  if (question.clause === 'auth.unknown-key') return 'U'
  return question.clause === 'auth.revoked-key' ? 'R' : 'as it is'
}

export const isFinal = (status: Status | undefined) => (FINAL_STATUSES as readonly unknown[]).includes(status)

export const CLIENT_PACTS = 'client-pacts'
export const VERIFICATION = `${CLIENT_PACTS}.verification`

/** Contracts of clients, each clause that promises something of them by itself. Without any: all that there may be, to judge a recorded run. */
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

/** Each once, and a good request behind each that misses something; a job for each that is to be accepted. */
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
