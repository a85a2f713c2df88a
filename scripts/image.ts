import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parse } from 'yaml'
import { finish, start } from './children.ts'
import { step } from './steps.ts'
import { CLIENT_PACT, told } from './trials.ts'

type With = { tarball: string; below: string; node: string }

/** Performs the steps of Dockerfile and compose.yaml without Docker: same files and commands, on a free local port. */
export async function tryImage({ tarball, below, node }: With): Promise<void> {
  const folder = join(below, 'image')
  const made = await finish('scripts/image', [tarball, folder], { cwd: process.cwd(), node, network: true })
  step('scripts/image installs what the image holds', made.code === 0, made.output)
  if (made.code !== 0) return

  const dockerfile = readFileSync('Dockerfile', 'utf8')
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true })
  const port = await freePort()
  const here = (args: readonly string[]) =>
    args.map((arg) => arg.replaceAll(/\b8080\b/g, String(port)).replace('//service:', '//localhost:'))
  const bin = join(folder, 'cli/bin.js')
  const where = { cwd: below, node, env: services.service.environment }

  const [, check = ''] = /^HEALTHCHECK .*CMD (.*)$/m.exec(dockerfile) ?? []
  const [program, ...checkArgs] = JSON.parse(check) as string[]
  const health = () => finish(program!, here(checkArgs), { cwd: below, node })
  step('the health check fails without a service', (await health()).code === 1)

  const [, command = ''] = /^CMD (.*)$/m.exec(dockerfile) ?? []
  const service = start(bin, here(JSON.parse(command)), where)
  await Promise.race([once(service.stdout!, 'data'), once(service, 'close')])
  const healthy = await health()
  step('the health check passes beside the service', healthy.code === 0, told(healthy))

  const suite = await finish(
    bin,
    [...here(services.suite.command), '--profile', 'smoke', '--out', join(below, 'o')],
    where,
  )
  step('the suite of compose.yaml passes', suite.code === 0 && /^PASS {2}/m.test(suite.output), told(suite))
  service.kill('SIGTERM')

  writeFileSync(join(below, 'client-pact.json'), CLIENT_PACT)
  const pact = await finish(bin, ['pact', 'verify', 'client-pact.json', '--out', join(below, 'p')], {
    cwd: below,
    node,
  })
  const isPlain = pact.code === 2 && /Run npm install --save-dev @pact-foundation\/pact$/m.test(pact.output)
  step('pact verify without Pact names the package to install', isPlain, told(pact))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
