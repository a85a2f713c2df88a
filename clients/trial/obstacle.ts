import type { Moment, Obstacle } from '../../runner/report/clients/report.ts'
import { openPoint } from '../../spec/open-points.ts'
import type { ClientScenario } from '../scenarios/scenario.ts'
import type { Trial } from './trial.ts'

type Came = Pick<Trial, 'scenario' | 'moments' | 'ended' | 'judgement'>

/** What keeps a client from making any job, where nothing else is in its way; undefined where nothing does. */
export function obstacleIn({ scenario, moments, ended, judgement }: Came): Obstacle | undefined {
  if ('notStarted' in ended.end)
    return {
      kind: 'not started',
      what: `The command could not be started: ${WHY_NOT_STARTED[ended.end.notStarted] ?? ended.end.notStarted}.`,
      next: 'Type it as you would without "gatecheck client --" before it; a shell is not asked: for that, use sh -c "…".',
    }
  if (moments.length === 0)
    return {
      kind: 'nothing sent',
      what: `It ${ended.seconds < 1 ? 'ended at once' : 'ended'} without a single request to GATECHECK_BASE_URL.`,
      next: 'Let it take base URL and key from GATECHECK_BASE_URL and GATECHECK_KEY; what it printed last is below.',
    }
  if (moments.some(({ kind, status, lost }) => kind === 'submission' && (lost || status === 202))) return undefined
  const point = openPointIn(judgement)
  if (point !== undefined)
    return {
      kind: 'open to servers',
      what: `It broke no rule, and was refused all the same, for this service is strict where the specification leaves servers free: ${openPoint(point).question}`,
      next: 'Let it ask as the specification shows it there, so that it can be tried; with a server that takes it otherwise, nothing is wrong.',
    }
  const all = (status: number) => moments.every((each) => each.status === status)
  const [first] = moments
  if (all(401))
    return {
      kind: 'key refused',
      what: 'Every request was answered 401, though the key is a good one.',
      next: 'Send exactly "Authorization: Bearer", a space, and what GATECHECK_KEY holds.',
    }
  if (moments.every(({ kind, status }) => kind === 'other' || status === 404 || status === 405))
    return {
      kind: 'path unknown',
      what: `It asked for nothing that the interface has: ${first!.what} was answered ${first!.status ?? 'nothing'}.`,
      next: 'Append the paths to GATECHECK_BASE_URL as it is: it ends with the version already.',
    }
  // What is refused on purpose here may be taken on elsewhere.
  if (refusesSubmissions(scenario)) return undefined
  return {
    kind: 'nothing taken on',
    what: `No submission was taken on; ${lastOf(moments)}.`,
    next: 'See what it sent and what came, in the history of this scenario.',
  }
}

const refusesSubmissions = ({ needs }: ClientScenario): boolean =>
  needs.seen === 'answered' && (needs.to === 'submission' || needs.to === 'anything')

function openPointIn({ clauses }: Trial['judgement']) {
  const causes = clauses.flatMap(({ verdict }) => (verdict.verdict === 'not judged' ? [verdict.cause] : []))
  return causes.find((cause) => cause.kind === 'open to servers')?.point
}

const WHY_NOT_STARTED: Record<string, string> = {
  ENOENT: 'there is no such program',
  EACCES: 'it is no program that may be started',
}

function lastOf(moments: readonly Moment[]): string {
  const submissions = moments.filter(({ kind }) => kind === 'submission')
  const last = submissions.at(-1)
  if (!last) return 'it sent none'
  return `the last of ${submissions.length} was answered ${last.status ?? 'nothing'}`
}
