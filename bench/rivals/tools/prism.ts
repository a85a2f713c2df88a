import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atServer, readDocument } from '../document.ts'
import { LIMIT_MS, NoResult, type Rival } from '../rival.ts'
import { end, start } from './child.ts'
import { clientJourney, type Visit } from './client-journey.ts'
import { freePort } from './free-port.ts'
import { nodeTool, versionOf } from './node-tool.ts'

const STARTS_WITHIN_MS = 20_000

/** Prism only observes traffic, so an ordinary client provides it. */
export const prism: Rival = {
  name: 'Prism, as validating proxy',
  prepare: () => versionOf('prism'),
  async failures(target) {
    const document = join(target.folder, 'openapi.json')
    await writeFile(document, JSON.stringify(atServer(readDocument(), target.baseUrl)))
    const port = await freePort()
    const [command, script] = nodeTool('prism')
    // Without --errors: violations are in a header, and the client gets the server's response, so that it continues.
    const args = ['proxy', document, target.baseUrl, '--host', '127.0.0.1', '--port', String(port), '--cors', 'false']
    const proxy = start(command, [script, ...args, '--verboseLevel', 'silent'])
    const deadline = performance.now() + LIMIT_MS
    const kinds: string[] = []
    try {
      await answers(port)
      for await (const visit of clientJourney(`http://127.0.0.1:${port}`, target)) {
        kinds.push(...violationsOf(visit))
        if (performance.now() > deadline) throw new NoResult(`not done within ${LIMIT_MS / 1000} s`)
      }
      return kinds
    } catch (error) {
      if (error instanceof NoResult) throw error
      // The client got no response, which its user would notice, too.
      return [...kinds, `the client is left without an answer: ${(error as Error).name}`]
    } finally {
      await end(proxy)
    }
  },
}

type Violation = { location?: (string | number)[]; severity?: string; code?: string | number }

export function violationsOf({ operation, answer, text }: Visit): string[] {
  const header = answer.headers.get('sl-violations')
  const violations = header ? (JSON.parse(header) as Violation[]) : []
  // Errors in requests are the client's, and intended.
  const ofTheAnswer = violations.filter(({ location }) => location?.[0] === 'response')
  const kinds = ofTheAnswer.map(
    ({ location, code }) => `${operation} ${answer.status}: ${code} at ${location!.filter(isWord).join('.')}`,
  )
  const own = /stoplight\.io\/prism\/errors#(\w+)/.exec(text)?.[1]
  return own ? [...kinds, `${operation}: Prism says ${own}`] : kinds
}

const isWord = (part: string | number) => typeof part === 'string' && !/^\d+$/.test(part)

async function answers(port: number): Promise<void> {
  const deadline = performance.now() + STARTS_WITHIN_MS
  while (performance.now() < deadline) {
    const up = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (up) return
    await sleep(50)
  }
  throw new NoResult('Prism did not start')
}
