import { EXIT } from '../../../engine/config/exit-codes.ts'
import { UsageError } from '../../../engine/config/target.ts'
import { printable } from '../../../engine/history/reading/words.ts'
import type { Report } from '../../../reporters/outcome/report.ts'
import { gravityOf } from '../../../reporters/outcome/waivers.ts'
import { NOT_JUDGED, type SIGNER, STATEMENT_TYPE, SUBJECT_NAME, TEST_RESULT_TYPE } from '../document/schema.ts'
import type { Signer } from '../document/statement.ts'

export type Subject = { name?: string; digest: Record<string, string> }
type ResourceDescriptor = {
  name?: string
  uri?: string
  digest?: Record<string, string>
  annotations?: Record<string, unknown>
}

export type TestResult = {
  result: 'PASSED' | 'WARNED' | 'FAILED'
  configuration: ResourceDescriptor[]
  url?: string
  passedTests?: string[]
  warnedTests?: string[]
  failedTests?: string[]
  [NOT_JUDGED]?: string[]
  [SIGNER]?: Signer
}

export type TestResultStatement = { _type: string; subject: Subject[]; predicateType: string; predicate: TestResult }

const IMAGE = /^([^\s@]+)@(sha256|sha512):([0-9a-f]{64}|[0-9a-f]{128})$/
const COMMIT = /^git\+(?:([^\s@]+)@)?([0-9a-f]{40}|[0-9a-f]{64})$/

/** A tested artefact: `NAME@sha256:…`, `git+COMMIT` or `git+URL@COMMIT`. */
export function subjectIn(text: string): Subject {
  const [, name, algorithm, hex] = IMAGE.exec(text) ?? []
  if (name !== undefined && hex?.length === (algorithm === 'sha256' ? 64 : 128))
    return { name: printable(name), digest: { [algorithm!]: hex! } }
  const [, repository, commit] = COMMIT.exec(text) ?? []
  if (commit === undefined)
    throw new UsageError(
      `--subject ${withoutPassword(text)}: name an artefact by its digest, as in registry.example/video@sha256:… or git+https://host/repository@COMMIT, without a password`,
    )
  return { ...(repository && { name: printable(`git+${repository}`) }), digest: { gitCommit: commit } }
}

/** A run that was cut short, or judged nothing, has no result. */
export const hasTestResult = ({ exit }: Report) => exit === EXIT.pass || exit === EXIT.fail

type About = { subjects?: readonly Subject[]; url?: string | undefined }

/** The result of a run as an in-toto statement; default subject: its history. */
export function testResultOf(report: Report, { subjects = [], url }: About = {}): TestResultStatement {
  const { clauses, suite, spec, history, target, profile, seed, startedAt } = report
  const named = (wanted: (clause: (typeof clauses)[number]) => boolean) => clauses.filter(wanted).map(({ id }) => id)
  const isWarning = (clause: (typeof clauses)[number]) => gravityOf(clause, report) === 'warning'
  const notJudged = named(({ level, verdict }) => level === 'must' && verdict !== 'pass' && verdict !== 'fail')
  const failures = clauses.some(({ verdict }) => verdict === 'fail')
  const result = report.exit !== EXIT.pass ? 'FAILED' : failures || notJudged.length > 0 ? 'WARNED' : 'PASSED'
  const about = { profile, seed, target: printable(target.baseUrl), startedAt: printable(startedAt) }
  const [name, version] = [printable(suite.name), printable(suite.version)]
  return {
    _type: STATEMENT_TYPE,
    subject: subjects.length > 0 ? [...subjects] : [{ name: SUBJECT_NAME, digest: { sha256: history.sha256 } }],
    predicateType: TEST_RESULT_TYPE,
    predicate: {
      result,
      configuration: [
        { name: 'specification', digest: { sha256: printable(spec.sha256) } },
        { name, uri: `pkg:generic/${name}@${version}`, annotations: { ...about, history: history.sha256 } },
      ],
      ...(url !== undefined && { url }),
      passedTests: named(({ verdict }) => verdict === 'pass'),
      warnedTests: named((clause) => clause.verdict === 'fail' && isWarning(clause)),
      // A waived failure is a failure, too.
      failedTests: named((clause) => clause.verdict === 'fail' && !isWarning(clause)),
      ...(notJudged.length > 0 && { [NOT_JUDGED]: notJudged }),
    },
  }
}

/** Digest of the history that a test result is about. */
export function historyOf({ subject, predicate }: TestResultStatement): unknown {
  const own = subject.find(({ name }) => name === SUBJECT_NAME)?.digest.sha256
  return own ?? predicate.configuration.find(({ annotations }) => annotations?.history)?.annotations?.history
}

function withoutPassword(text: string): string {
  const [start, end] = [text.indexOf('//'), text.lastIndexOf('@')]
  return start < 0 || end < start ? text : `${text.slice(0, start)}//…${text.slice(end)}`
}
