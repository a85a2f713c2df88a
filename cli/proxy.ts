import { getPriority, setPriority } from 'node:os'
import { EXIT } from '../engine/config/exit-codes.ts'
import { printable } from '../engine/history/reading/words.ts'
import { usableWords } from '../engine/keys/words.ts'
import { folderNamed, USUAL_FOLDER } from '../engine/run/folder/default-folder.ts'
import { keysGivenIn, wordsIn } from '../engine/run/provision.ts'
import { clientTerminal } from '../reporters/client/terminal.ts'
import type { Manner } from '../reporters/reporter.ts'
import { openToOthers } from '../reporters/service/banner.ts'
import { eventLines, proxyBanner, proxyJson, standingLine } from '../tools/proxy/lines.ts'
import { type Proxied, startProxied } from '../tools/proxy/proxied.ts'
import { onInterrupt } from './interrupt.ts'
import type { Io } from './io.ts'
import { environmentOf, tellUnknownNames } from './options/environment.ts'
import { print, screenOf, shownPaths, tellFailures } from './terminal/print.ts'
import { reportText } from './terminal/report-text.ts'

const REDRAW_MS = 200

type Options = Manner & {
  target: string
  port?: number
  host: string
  out?: string
  keep?: number
  report?: string[]
  env?: string
  redact?: string[]
  strict?: true
  allowHttp?: true
  json?: true
  quiet?: boolean
  verbose?: boolean
}

export async function proxy(io: Io, options: Options): Promise<number> {
  tellUnknownNames(io)
  const environment = environmentOf(io, options.env)
  const given = Object.entries(keysGivenIn(environment)).filter(([, key]) => key !== undefined) as [string, string][]
  const { quiet = false, verbose = false } = options
  const proxied = await startProxied({
    ...options,
    out: folderNamed(options.out),
    keys: new Map(given),
    redact: usableWords([...(options.redact ?? []), ...wordsIn(environment)]),
    manner: options,
  })
  yieldToForwarding()
  const view = viewOf(io, proxied, { quiet: quiet || options.json === true })
  const { signal, giveUp, forget } = onInterrupt(io, () =>
    view.tell('Stopping. Writing the reports; interrupt again to stop now.'),
  )
  const write = () =>
    void proxied
      .writeReports()
      .then(({ paths }) => view.tell(`Written so far: ${paths.map(printable).join(', ')}`), view.failed)
  io.on('SIGUSR2', write)
  tellReady(io, proxied, options)
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  io.off('SIGUSR2', write)
  view.close()
  const stop = { how: 'interrupted', why: 'the proxy was interrupted while it judged the traffic' } as const
  const { record, client, exit, written, place } = await proxied.end(() => (giveUp.aborted ? stop : undefined))
  forget()
  const shown = {
    reports: shownPaths(written, options.report),
    quiet,
    verbose,
    ...(place !== USUAL_FOLDER && { folder: place }),
  }
  if (!options.json) {
    const ofServer = reportText(io, record, shown)
    const ofClients = clientTerminal(client, { ...screenOf(io), quiet, verbose, concludes: true })
    // The failed one last, where it is seen.
    const both = client.exit === EXIT.pass ? [ofClients, ofServer] : [ofServer, ofClients]
    print(io, both.join('\n'))
  }
  tellFailures(io, written)
  return exit
}

function tellReady(io: Io, { baseUrl, target, page, place }: Proxied, { host, json, quiet }: Options): void {
  const listening = { baseUrl, target, page, out: place(), host, pid: process.pid }
  if (json) {
    const open = openToOthers(host)
    if (open !== undefined) io.stderr.write(`${open}\n`)
    io.stdout.write(proxyJson(listening))
  } else if (!quiet) io.stdout.write(proxyBanner(listening))
  else io.stdout.write(`export GATECHECK_BASE_URL=${baseUrl}\n`)
}

/** Prints events; on a terminal, also a status line below them. */
function viewOf(io: Io, { news }: Proxied, { quiet }: { quiet: boolean }) {
  const { interactive, width } = screenOf(io, 'stderr')
  const { color } = screenOf(io)
  const clear = () => interactive && io.stderr.write('\r\x1b[2K')
  const tell = (words: string) => {
    clear()
    print(io, `${words}\n`)
  }
  const failed = (error: unknown) => {
    clear()
    io.stderr.write(`gatecheck: ${error instanceof Error ? printable(error.message) : String(error)}\n`)
  }
  news.tells((event) => {
    if (event.kind === 'failed') return failed(event.error)
    const lines = quiet ? undefined : eventLines(event, { color })
    if (lines !== undefined) tell(lines)
  })
  const draw = () => io.stderr.write(`\r\x1b[2K${standingLine(news.standing, width)}`)
  const timer = interactive && !quiet ? setInterval(draw, REDRAW_MS) : undefined
  return {
    tell: quiet ? () => undefined : tell,
    failed,
    close() {
      clearInterval(timer)
      clear()
    },
  }
}

/** Lowers the priority of this thread below the forwarding one. Only Linux has priorities per thread. */
export function yieldToForwarding(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(19, getPriority(0) + 5))
  } catch {
    // Not permitted: all threads have the same priority.
  }
}
