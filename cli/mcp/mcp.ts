import { Writable } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { EXIT, type ExitCode } from '../../engine/config/exit-codes.ts'
import { Redactor } from '../../engine/keys/redact.ts'
import { usableWords } from '../../engine/keys/words.ts'
import { keysGivenIn, wordsIn } from '../../engine/run/provision.ts'
import { openSession, type Session } from '../../tools/mcp/server.ts'
import type { Environment, Io } from '../io.ts'
import { environmentOf } from '../options/environment.ts'
import { Services } from './services.ts'
import { worksOf } from './works.ts'

/** Serves coding agents over stdin and stdout, until stdin ends or a signal arrives. */
export async function mcp(io: Io, { env: file }: { env?: string }, command: readonly string[]): Promise<ExitCode> {
  if (process.stdin.isTTY)
    io.stderr.write(
      'Waiting for an MCP client on stdin; see docs/guides/mcp.md for its configuration. Ctrl-C ends it.\n',
    )
  const transport = new StdioServerTransport(process.stdin, takenFrom(process.stdout))
  const session = openMcp(transport, environmentOf(io, file), command)
  await new Promise<void>((resolve) => {
    for (const name of ['end', 'close']) process.stdin.once(name, resolve)
    for (const name of ['SIGINT', 'SIGTERM']) io.on(name, resolve)
  })
  // Clients send SIGTERM soon after the end of stdin; jobs are still polled to completion then.
  io.on('SIGINT', () => process.exit(EXIT.interrupted))
  await session.close()
  return EXIT.pass
}

/** `command` starts the client that client_check tests. */
export function openMcp(transport: Transport, environment: Environment, command: readonly string[]): Session {
  const words = usableWords(wordsIn(environment)).map((word, index) => [`W${index + 1}`, word] as const)
  const redactor = new Redactor([...Object.entries(keysGivenIn(environment)), ...words])
  const services = new Services()
  const session = openSession(transport, worksOf({ environment, command, services }), (text) =>
    redactor.redact(text, { keepsPlaceholders: true }),
  )
  return {
    async close() {
      await session.close()
      await services.close()
    },
  }
}

/** Stdout belongs to the protocol: other output, for example of a configuration file, goes to stderr. */
function takenFrom(stdout: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout)
  stdout.write = process.stderr.write.bind(process.stderr) as typeof stdout.write
  return new Writable({ write: (chunk, encoding, done) => void write(chunk, encoding, done) })
}
