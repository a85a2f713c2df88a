import { scenarioLine } from '../../reporters/client/scenarios.ts'
import { paintWith } from '../../reporters/terminal/paint.ts'
import { cut } from '../../reporters/terminal/wrapping.ts'
import { clientClause, isClientClauseId } from '../../spec/clients/clauses.ts'
import { scenarioReport } from '../../tools/client/report.ts'
import type { ClientScenario } from '../../tools/client/scenarios/scenario.ts'
import type { TellingOfTrials } from '../../tools/client/trial/trials.ts'
import type { Io } from '../io.ts'
import { print, screenOf } from '../terminal/print.ts'

type Shown = { telling: TellingOfTrials; clear(): void }

const REDRAW_MS = 200

const isMust = (id: string) => isClientClauseId(id) && clientClause(id).level === 'must'

/** A line for each finished scenario; on a terminal, running ones below. */
export function showTrials(io: Io, { quiet, of, seconds }: { quiet: boolean; of: number; seconds: number }): Shown {
  if (quiet) return { telling: {}, clear: () => undefined }
  const { color, width } = screenOf(io)
  const { interactive } = screenOf(io, 'stderr')
  const began = performance.now()
  const running = new Map<ClientScenario, number>()
  let done = 0
  const clear = () => void (interactive && io.stderr.write('\r\x1b[2K'))
  const draw = () => {
    if (!interactive) return
    const names = [...running].map(([{ name }, requests]) => `${name} (${requests})`)
    const line = `${Math.round((performance.now() - began) / 1000)} of about ${Math.ceil(seconds)} s  ${done}/${of}  ${names.join('  ')}`
    io.stderr.write(`\r\x1b[2K${cut(line, width - 1)}`)
  }
  const timer = interactive ? setInterval(draw, REDRAW_MS) : undefined
  timer?.unref()
  return {
    telling: {
      began: (scenario) => void running.set(scenario, 0),
      seen: (scenario, requests) => void running.set(scenario, requests),
      ended(tried) {
        running.delete(tried.scenario)
        if (tried.alone === undefined && tried.together === undefined) done++
        clear()
        print(io, `${scenarioLine(scenarioReport(tried), isMust, { paint: paintWith(color), width })}\n`)
        draw()
      },
    },
    clear() {
      clearInterval(timer)
      clear()
    },
  }
}
