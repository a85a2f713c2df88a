import type { Moment, Obstacle } from '../../../reporters/outcome/clients/report.ts'
import { openPoint } from '../../../spec/open-points.ts'
import type { ClientScenario } from '../scenarios/scenario.ts'
import type { Trial } from './trial.ts'

type Came = Pick<Trial, 'scenario' | 'moments' | 'ended' | 'judgement'>

/** What prevents a client from making any job in an otherwise undisturbed scenario. */
export function obstacleIn({ scenario, moments, ended, judgement }: Came): Obstacle | undefined {
  if ('notStarted' in ended.end)
    return {
      kind: 'not started',
      what: `The command could not be started: ${WHY_NOT_STARTED[ended.end.notStarted] ?? ended.end.notStarted}.`,
      next: 'Enter the command exactly as you would without "gatecheck client --". It does not run in a shell; for that, use sh -c "…".',
    }
  if (moments.length === 0)
    return {
      kind: 'nothing sent',
      what: `It ${ended.seconds < 1 ? 'ended at once' : 'ended'} without a single request to GATECHECK_BASE_URL.`,
      next: 'Make it read base URL and key from GATECHECK_BASE_URL and GATECHECK_KEY. Its last output is below.',
    }
  if (moments.some(({ kind, status, lost }) => kind === 'submission' && (lost || status === 202))) return undefined
  const point = openPointIn(judgement)
  if (point !== undefined)
    return {
      kind: 'open to servers',
      what: `Its request conforms, but this service refuses it where the specification leaves a choice: ${openPoint(point).question}`,
      next: 'Make it send the form that the specification shows, so that it can be tested. The client may be right for other servers.',
    }
  const all = (status: number) => moments.every((each) => each.status === status)
  const [first] = moments
  if (all(401))
    return {
      kind: 'key refused',
      what: 'Every request returned 401, although the key is valid.',
      next: 'Send exactly "Authorization: Bearer", a space and the value of GATECHECK_KEY.',
    }
  if (moments.every(({ kind, status }) => kind === 'other' || status === 404 || status === 405))
    return {
      kind: 'path unknown',
      what: `It requested no endpoint of the interface: ${first!.what} returned ${first!.status ?? 'nothing'}.`,
      next: 'Append the paths to GATECHECK_BASE_URL as it is; it already ends with the version.',
    }
  // Refused on purpose in this scenario; another one may accept it.
  if (refusesSubmissions(scenario)) return undefined
  return {
    kind: 'nothing taken on',
    what: `No submission was accepted; ${lastOf(moments)}.`,
    next: 'Check its requests and the responses in the history of this scenario.',
  }
}

const refusesSubmissions = ({ needs }: ClientScenario): boolean =>
  needs.seen === 'answered' && (needs.to === 'submission' || needs.to === 'anything')

function openPointIn({ clauses }: Trial['judgement']) {
  const causes = clauses.flatMap(({ verdict }) => (verdict.verdict === 'not judged' ? [verdict.cause] : []))
  return causes.find((cause) => cause.kind === 'open to servers')?.point
}

const WHY_NOT_STARTED: Record<string, string> = {
  ENOENT: 'the program does not exist',
  EACCES: 'the program is not executable',
}

function lastOf(moments: readonly Moment[]): string {
  const submissions = moments.filter(({ kind }) => kind === 'submission')
  const last = submissions.at(-1)
  if (!last) return 'it sent none'
  return `the last of ${submissions.length} returned ${last.status ?? 'nothing'}`
}
