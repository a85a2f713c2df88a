import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tidyOnceLarge } from '../../cli/memory.ts'
import { yieldToForwarding } from '../../cli/proxy.ts'
import { startProxied } from '../../tools/proxy/proxied.ts'

/** The proxy as started by the command, with recording and judging. */
const folder = mkdtempSync(join(tmpdir(), 'gatecheck-bench-'))
const proxied = await startProxied({ target: process.env.BENCH_TARGET!, out: join(folder, 'seen'), host: '127.0.0.1' })
tidyOnceLarge()
yieldToForwarding()
const done = () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}
process.once('disconnect', done)
process.once('SIGTERM', done)
process.send?.({ baseUrl: proxied.baseUrl, key: 'cl_none', pid: process.pid })
