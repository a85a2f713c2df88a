import { clause } from '../../spec/clauses.ts'
import { OutFolder } from '../folder/out-folder.ts'
import { type Check, isExperiment, type Suite } from '../judging/check.ts'
import { type Judged, judge } from '../judging/judging.ts'
import { gravityOf } from '../report/waivers.ts'
import { type Configuration, configure, type Wishes } from '../settings/configuration.ts'
import type { Provision } from './provision.ts'
import { prepare, type Run, runPrepared } from './run.ts'

/** What a test framework needs to know of a check. */
type HostedResult = {
  outcome: 'passed' | 'failed' | 'skipped'
  reason: string
  warnings: string[]
  notes: string[]
}

export type HostedRun = { resultOf(id: string): Promise<HostedResult>; finished: Promise<Run> }

type HostOptions = {
  provision: Provision
  wishes: Wishes
  local: boolean
  suites: readonly Suite[]
  chosen: readonly string[]
  out?: string
}

/** One session for all tests: each waits for its own check, those that judge the whole run for the end. */
export function hostRun({ provision, wishes, local, suites, chosen, out }: HostOptions): HostedRun {
  const asked = suites.map((suite) => ({ ...suite, checks: suite.checks.filter((check) => chosen.includes(check.id)) }))
  const { deadlineMs } = configure(wishes, local)
  const folder = out === undefined ? undefined : new OutFolder(out, { mostMs: deadlineMs })
  const driven = new Map<string, PromiseWithResolvers<void>>(chosen.map((id) => [id, Promise.withResolvers<void>()]))
  const prepared = prepare({
    provision,
    wishes,
    suites: asked,
    local,
    ...(folder && { folder }),
    onDriven: (check) => isExperiment(check) && driven.get(check.id)?.resolve(),
  })
  const session = prepared.session()
  const finished = runPrepared(session, asked)
  // A test that waits for the end hears of the failure by itself.
  const release = () => {
    for (const each of driven.values()) each.resolve()
  }
  finished.then(release, release)
  finished.finally(() => folder?.release()).catch(() => undefined)
  const { configuration } = prepared.prospect
  return {
    finished,
    async resultOf(id) {
      const check = asked.flatMap((suite) => suite.checks).find((each) => each.id === id)
      if (!check) throw new Error(`the check ${id} is not part of this run`)
      await driven.get(id)!.promise
      const { judged } = isExperiment(check)
        ? judge(session.history.recording, asked, [id])
        : (await finished).judgement
      const own = judged.find((each) => each.check === check)!
      if (own.faults.length > 0)
        return {
          outcome: 'failed',
          reason: `a fault of gatecheck itself: ${own.faults.join('; ')}`,
          warnings: [],
          notes: [],
        }
      return resultFrom(check, own, configuration)
    },
  }
}

function resultFrom(check: Check, { verdict, choice }: Judged, configuration: Configuration): HostedResult {
  const plain = { reason: '', warnings: [], notes: [] }
  if (check.kind === 'observation')
    return choice && choice.untold === undefined
      ? { ...plain, outcome: 'passed', notes: [choice.choice] }
      : { ...plain, outcome: 'skipped', reason: choice?.choice ?? 'nothing was seen of it' }
  if (!verdict) throw new Error(`the check ${check.id} was not judged`)
  if (verdict.verdict === 'pass') return { ...plain, outcome: 'passed', notes: verdict.remark ? [verdict.remark] : [] }
  if (verdict.verdict !== 'fail')
    return { ...plain, outcome: 'skipped', reason: `${verdict.verdict}: ${verdict.reason}` }
  const { level, section, rule } = clause(check.clause)
  const waived = configuration.waive.find((waiver) => waiver.clause === check.clause)?.reason
  const violation = verdict.violations[0]?.case ? ` (${verdict.violations[0].case})` : ''
  const reason = `${check.clause} (${level}, ${section}): ${rule}\nexpected ${verdict.expected}\nreceived ${verdict.received}${violation}\nexchanges ${verdict.evidence.join(', ')}`
  if (waived !== undefined) return { ...plain, outcome: 'passed', warnings: [`waived (${waived}): ${reason}`] }
  if (gravityOf({ level }, configuration) === 'broken') return { ...plain, outcome: 'failed', reason }
  return { ...plain, outcome: 'passed', warnings: [reason] }
}
