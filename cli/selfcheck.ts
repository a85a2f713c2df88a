import { EXIT } from '../engine/config/exit-codes.ts'
import { UsageError } from '../engine/config/target.ts'
import { whyNot } from '../engine/run/folder/files.ts'
import { tryToWriteWhole, writeWhole } from '../engine/writing/write-file.ts'
import { selfcheckJson, selfcheckReport } from '../tools/selfcheck/reporters/selfcheck.ts'
import { onStop } from './interrupt.ts'
import type { Io } from './io.ts'

type Options = { all?: boolean; only?: string[]; seed: number; json?: string }

export async function selfcheck(io: Io, { all = false, only = [], seed, json }: Options): Promise<number> {
  refuseUnwritable(json)
  const say = (line: string) => io.stdout.write(`${line}\n`)
  // On demand: hundreds of faults.
  const { chosenOf, skipped, tryAllOf } = await import('../tools/selfcheck/whole.ts')
  const { isClean, scoreOf } = await import('../tools/selfcheck/score.ts')
  const chosen = chosenOf({ all, only, seed })
  const absent = skipped()
  for (const [why, ids] of Map.groupBy(absent, (each) => each.why))
    say(`SKIPPED: ${ids.map(({ id }) => id).join(', ')}: ${why}`)
  const of = chosen.servers.length + chosen.clients.length
  say(`${of} trials, seed ${seed}`)
  const began = performance.now()
  const stop = onStop(io)
  const came = await tryAllOf(chosen, {
    signal: stop.signal,
    onOutcome: (done) => {
      if (done % Math.ceil(of / 10) === 0 && done < of) say(`${done} of ${of} done`)
    },
  }).finally(stop.forget)
  if (stop.signal.aborted) return EXIT.interrupted
  const score = scoreOf(came.trials, came.clients)
  const seconds = (performance.now() - began) / 1000
  io.stdout.write(selfcheckReport(score, seconds))
  if (json) writeWhole(json, selfcheckJson(score, came, { seed, seconds: Math.round(seconds), skipped: absent }))
  return isClean(score) ? EXIT.pass : EXIT.fail
}

/** Checked first: the trials take minutes. */
function refuseUnwritable(path: string | undefined): void {
  try {
    if (path !== undefined) tryToWriteWhole(path)
  } catch (error) {
    throw new UsageError(`--json ${path}: cannot be written: ${whyNot(error)}`)
  }
}
