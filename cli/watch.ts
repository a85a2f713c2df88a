import { EXIT } from '../engine/config/exit-codes.ts'
import type { OptionValues } from '../engine/config/options.ts'
import { isOnThisMachine, UsageError } from '../engine/config/target.ts'
import { excerpt, firstFew } from '../engine/history/reading/words.ts'
import { folderNamed } from '../engine/run/folder/default-folder.ts'
import { askedBehind } from '../reporters/causes/failed-again.ts'
import type { RunRecord } from '../reporters/reporter.ts'
import { paintWith, STYLE_OF } from '../reporters/terminal/paint.ts'
import { labelled } from '../reporters/terminal/wrapping.ts'
import { counted } from '../reporters/words/counted.ts'
import { perform } from '../tools/run/perform.ts'
import { openPage } from '../tools/watch/page.ts'
import { changed, refuseMissing, restarted } from '../tools/watch/triggers.ts'
import { type Next, Watched, type WatchedClause } from '../tools/watch/watched.ts'
import { onInterrupt } from './interrupt.ts'
import type { Io } from './io.ts'
import { type Situation, situationOf } from './options/situation.ts'
import { print, screenOf } from './terminal/print.ts'
import { showProgress } from './terminal/progress.ts'

type Options = OptionValues & { watch?: string[]; ui?: boolean }
/** What starts the next run; undefined ends the watch. */
type Trigger = { isWhole?: true } | undefined

const MOST_NAMED = 6

/** Runs again what failed, and then everything, each time the server restarts. */
export async function watch(io: Io, { watch: paths = [], ui = false, ...flags }: Options): Promise<number> {
  refuseMissing(paths)
  const situation = await situationOf(io, flags, { expected: 'read' })
  try {
    refuseUnlimited(situation)
    return await new Watch(io, situation, paths).run(ui)
  } finally {
    await situation.close()
  }
}

/** Each restart may create jobs, which cost money on a remote server. */
function refuseUnlimited({ wishes, provision, local }: Situation): void {
  const url = new URL(provision.baseUrl)
  const { maxJobs, maxVideoSeconds, maxCost } = wishes
  if (local || isOnThisMachine(url) || (maxJobs ?? maxVideoSeconds ?? maxCost) !== undefined) return
  throw new UsageError(
    `watch creates jobs at ${url.host} after each restart: set --max-jobs, --max-video-seconds or --max-cost. The limit is for all runs together`,
  )
}

class Watch {
  readonly #io: Io
  readonly #situation: Situation
  readonly #paths: readonly string[]
  readonly #watched = new Watched()
  readonly #interrupt
  readonly #progress
  #doing = 'starting'
  #isRunning = false
  #exit: number = EXIT.noVerdict
  #failed: string[] = []

  constructor(io: Io, situation: Situation, paths: readonly string[]) {
    this.#io = io
    this.#situation = situation
    this.#paths = paths
    this.#progress = showProgress(io, situation.options.quiet === true)
    this.#interrupt = onInterrupt(io, (words) => this.#isRunning && this.#progress.tell(words))
  }

  async run(withPage: boolean): Promise<number> {
    const page = withPage ? await openPage(() => this.#news()) : undefined
    if (page) this.#tell(`Page: ${page.url}/`)
    try {
      for (let trigger: Trigger = {}; trigger; trigger = await this.#wait()) await this.#rounds(trigger)
      return this.#exit
    } finally {
      this.#interrupt.forget()
      await page?.close()
    }
  }

  /** Runs what failed; if that passes, everything. */
  async #rounds({ isWhole }: NonNullable<Trigger>): Promise<void> {
    if (this.#failed.length > 0 && !isWhole && !(await this.#round(this.#failed))) return
    if (!this.#interrupt.signal.aborted) await this.#round()
  }

  /** Returns whether it passed. */
  async #round(only?: string[]): Promise<boolean> {
    const { provision, wishes, local, options } = this.#situation
    const left = this.#watched.left(wishes)
    if (left.usedUp !== undefined) {
      this.#tell(`${left.usedUp} is used up by the runs so far: start watch again with a higher limit.`)
      return false
    }
    const what = only ? `what failed (${counted(only.length, 'clause or check', 'clauses and checks')})` : 'everything'
    this.#doing = `testing ${what}`
    this.#isRunning = true
    const started = performance.now()
    try {
      const { record } = await perform({
        ...{ provision, local, keep: options.keep, report: options.report, manner: options },
        wishes: { ...wishes, ...left.wishes, ...(only && { only }) },
        out: folderNamed(options.out),
        interrupt: this.#interrupt.signal,
        giveUp: this.#interrupt.giveUp,
        onProgress: this.#progress.show,
      }).finally(this.#progress.clear)
      this.#show(what, record, (performance.now() - started) / 1000)
      const { report, history } = record
      if (report.exit === EXIT.fail) this.#failed = askedBehind(report, history)
      if (report.exit === EXIT.pass) this.#failed = []
      return report.exit === EXIT.pass
    } catch (error) {
      // The first run shows whether the options are valid.
      if (!(error instanceof UsageError) || this.#watched.runs === 0) throw error
      this.#tell(error.message)
      return false
    } finally {
      this.#isRunning = false
    }
  }

  #show(what: string, record: RunRecord, seconds: number): void {
    const { report } = record
    const changes = this.#watched.add(record)
    this.#exit = report.exit
    const { failed, fixed, next, runs } = this.#watched
    const { color, width } = screenOf(this.#io)
    const paint = paintWith(color)
    const line = ({ id, sign, tone, word }: WatchedClause) =>
      `  ${paint(STYLE_OF[tone], `${sign} ${id}`)} ${fixed.includes(id) ? 'fixed' : word}`
    const verdict = report.exit === EXIT.noVerdict ? [`  No verdict: ${excerpt(report.reason ?? '', 300)}`] : []
    const names = failed.map(({ id }) => id)
    this.#tell(
      [
        `Run ${runs}, ${what}: ${seconds.toFixed(1)} s`,
        ...changes.map(line),
        ...verdict,
        `  ${counted(names.length, 'clause')} failed${names.length > 0 ? `: ${firstFew(names, MOST_NAMED)}` : ''}; ${fixed.length} fixed since the start; ${this.#spent()}`,
        ...(next ? nextLines(next, width).map((each) => each.replace('Fix next', paint('strong', 'Fix next'))) : []),
        '',
      ].join('\n'),
    )
  }

  /** Waits until the server restarts, a file changes, or a key is pressed. */
  async #wait(): Promise<Trigger> {
    const { baseUrl } = this.#situation.provision
    const { signal } = this.#interrupt
    if (signal.aborted) return undefined
    const keys = this.#io.stdin === undefined ? '' : ' Enter: run now, a: run everything, q: quit.'
    this.#doing = 'waiting for the server to restart'
    this.#progress.tell(
      `Waiting for the server to restart${this.#paths.length > 0 ? ' or a file to change' : ''}.${keys}`,
    )
    const done = new AbortController()
    const until = AbortSignal.any([done.signal, signal])
    const interrupted = new Promise<Trigger>((resolve) =>
      signal.addEventListener('abort', () => resolve(undefined), { once: true }),
    )
    try {
      return await Promise.race<Trigger>([
        interrupted,
        this.#key(until),
        restarted(baseUrl, until).then(() => ({})),
        ...(this.#paths.length > 0 ? [changed(this.#paths, baseUrl, until).then(() => ({}))] : []),
      ])
    } finally {
      done.abort()
    }
  }

  #key(until: AbortSignal): Promise<Trigger> {
    const { stdin } = this.#io
    return new Promise<Trigger>((resolve) => {
      if (!stdin) return
      const see = (typed: Buffer | string) => {
        const key = String(typed).trim().toLowerCase()
        if (key === 'q' || key === '\u0003' || key === '\u0004') resolve(undefined)
        else resolve(key === 'a' ? { isWhole: true } : {})
      }
      stdin.setRawMode?.(true)
      stdin.on('data', see)
      stdin.resume()
      const end = () => {
        stdin.off('data', see)
        stdin.setRawMode?.(false)
        stdin.pause()
      }
      until.addEventListener('abort', end, { once: true })
    })
  }

  #tell(text: string): void {
    this.#progress.clear()
    print(this.#io, `${text}\n`)
  }

  #spent(): string {
    const { jobs, videoSeconds, requests } = this.#watched.spent
    return `${counted(jobs, 'job')} with ${videoSeconds} s of video, ${counted(requests, 'request')} so far`
  }

  #news() {
    const { clauses, fixed, next, runs } = this.#watched
    return {
      ...{ baseUrl: this.#situation.provision.baseUrl, doing: this.#doing, spent: this.#spent() },
      ...{ clauses: [...clauses.values()], fixed, next, runs },
    }
  }
}

function nextLines(next: Next, width: number): string[] {
  const field = (label: string, text: string | undefined) =>
    text === undefined ? [] : labelled(`    ${label.padEnd(9)} `, excerpt(text, 400), width)
  return [
    ...labelled('  Fix next: ', next.title, width),
    ...field('case', next.case),
    ...field('expected', next.expected),
    ...field('received', next.received),
    ...field('fix', next.fix),
    ...(next.command === undefined ? [] : [`    ${next.command}`]),
  ]
}
