import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CertificatesForTests } from '../../../engine/http/network/certificates-for-tests.ts'
import { closeServers, portOf } from '../../../engine/http/network/secure-servers-for-tests.ts'
import { type RunningService, startService } from '../../../service/start.ts'
import { command, environmentOf, startCommand, temporaryFolder } from '../command.ts'

/** A run behind mutual TLS that is killed, and whose folder then comes to a machine where its files lie elsewhere. */
const folder = temporaryFolder()
const out = join(folder.path, 'killed')
const history = () => readFileSync(join(out, 'history.jsonl'), 'utf8')
const OPTIONS = ['--profile', 'smoke', '--only', 'lifecycle', '--poll-interval', '5ms', '--seed', '1']

let service: RunningService
let certificates: CertificatesForTests
let env: Record<string, string>
/** As the options are typed anew. */
let anew: string[]
let missing: string

beforeAll(async () => {
  service = await startService()
  certificates = new CertificatesForTests()
  const server = certificates.issue('server', ['IP:127.0.0.1'])
  const client = certificates.issue('client', ['DNS:client'])
  const ca = readFileSync(certificates.ca)
  const own = { key: readFileSync(server.key), cert: readFileSync(server.cert), ca, requestCert: true }
  const port = await portOf(
    createServer(own, (socket) => {
      const onward = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        one.on('error', () => other.destroy())
        one.pipe(other)
      }
    }),
  )
  env = { ...environmentOf(service), GATECHECK_BASE_URL: `https://127.0.0.1:${port}/v1` }
  missing = certificates.ca
  await killed(['--ca', certificates.ca, '--client-cert', client.cert, '--client-key', client.key])
  const elsewhere = (name: string) => join(folder.path, 'elsewhere', name)
  mkdirSync(elsewhere(''))
  renameSync(certificates.ca, elsewhere('ca.pem'))
  renameSync(client.cert, elsewhere('client.pem'))
  renameSync(client.key, elsewhere('client.key'))
  const files = { '--ca': 'ca.pem', '--client-cert': 'client.pem', '--client-key': 'client.key' }
  anew = Object.entries(files).flatMap(([option, name]) => [option, elsewhere(name)])
})
afterAll(async () => {
  await closeServers()
  await service.close()
  certificates.remove()
  folder.remove()
})

async function killed(files: string[]): Promise<void> {
  const { process: child, finished } = startCommand(['run', '--out', out, '--report', 'json', ...OPTIONS, ...files], {
    cwd: folder.path,
    env,
  })
  const { job } = await service.journal.waitFor(({ job, request }) => job !== null && request.method === 'GET')
  service.jobs.hold(job!)
  while (!history().includes('"kind":"learned"')) await new Promise(setImmediate)
  child.kill('SIGKILL')
  await finished
  service.jobs.letGo(job!)
}

const typed = (args: string[]) => command(args, { cwd: folder.path, env })

describe.each([
  ['run --resume', 'run', '--resume'],
  ['drain', 'drain'],
])('%s', (_, ...words) => {
  it('asks for files that are here no more', async () => {
    const { code, stderr } = await typed([...words, out])
    expect(stderr).toContain(`that run used --ca ${missing}, which does not exist here: give its new path with --ca`)
    expect(code).toBe(64)
  })

  it('looks at those that are given anew before anything is sent', async () => {
    const { code, stderr } = await typed([...words, out, ...anew, '--client-key', anew[1]!])
    expect(stderr).toContain('contains no readable private key')
    expect(code).toBe(64)
  })
})

describe('with its files named anew', () => {
  it('drain gets through', async () => {
    const { code, stdout } = await typed(['drain', out, ...anew])
    expect(stdout).toContain('The job has finished.')
    expect(code).toBe(0)
  })

  it('a run goes on, and its report names them as they were given last', async () => {
    const { code, stdout } = await typed(['run', '--resume', out, ...anew, '--report', 'json,html'])
    expect(stdout).toMatch(/^The run was interrupted and resumed at/m)
    expect(code).toBe(0)
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
    expect(report.target).toMatchObject({ ca: anew[1], clientCert: anew[3], clientKey: anew[5] })
    expect((await typed(['judge', out])).stdout).toContain('agree with the history')
    const page = readFileSync(join(out, 'report.html'), 'utf8')
    expect(page).toContain(anew[1])
    expect(page).not.toContain(missing)
  })
})
