import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { around } from '../service/interface/behaviour.ts'
import type { Layer } from '../service/layers.ts'
import { type RunningService, type ServiceOptions, startService } from '../service/start.ts'

const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const CONFORMANCE = fileURLToPath(new URL('./conformance.ts', import.meta.url))

type Ended = { code: number | null; output: string }
export type Vitest = { process: ChildProcess; output(): string; ended: Promise<Ended> }

/** A user's project: a folder of test files, servers, and vitest on its command line. */
export class Project implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatecheck-vitest-'))
  readonly #services: RunningService[] = []
  readonly #children: ChildProcess[] = []

  /** Starts a server and returns the options for it. */
  async server(options: ServiceOptions = {}) {
    const service = await startService(options)
    this.#services.push(service)
    const { baseUrl, keys } = service
    return { baseUrl, keys: { key: keys.own }, pollInterval: '5ms', generate: 20 }
  }

  write(name: string, options?: object, besides = ''): string {
    const path = join(this.folder, `${name}.test.ts`)
    const given = options === undefined ? '' : JSON.stringify(options)
    writeFileSync(
      path,
      `import { conformance } from ${JSON.stringify(CONFORMANCE)}\n${besides}\nconformance(${given})\n`,
    )
    return path
  }

  /** With the default reporter. */
  start(args: string[], env: Record<string, string> = {}): Vitest {
    const child = spawn(process.execPath, [VITEST, ...args, '--root', this.folder], {
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? '', NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data
      })
    const soFar = () => stripVTControlCharacters(output)
    const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, output: soFar() })))
    return { process: child, output: soFar, ended }
  }

  async [Symbol.asyncDispose]() {
    for (const child of this.#children) if (child.exitCode === null) child.kill('SIGKILL')
    for (const service of this.#services) await service.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export const usageIsOpen: Layer = {
  name: 'usage is open',
  patch: (behaviour, world) =>
    around(
      behaviour,
      'admit',
      (next, incoming) => next(incoming) ?? (incoming.path.endsWith('/usage') ? world.keys.own : undefined),
    ),
}

/** Calls back for each request. */
export const heard = (onRequest: (path: string) => void): Layer => ({
  name: 'heard',
  patch: (behaviour) =>
    around(behaviour, 'admit', (next, incoming) => {
      onRequest(incoming.path)
      return next(incoming)
    }),
})
