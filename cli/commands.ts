import type { Command } from 'commander'
import type { Io } from './io.ts'

/** A command as `--help` lists it, without loading it. */
export type Listed = { name: string; takes: string; about: string; load: (io: Io) => Promise<Command> }

export const COMMANDS: readonly Listed[] = [
  {
    name: 'run',
    takes: '[options]',
    about: 'test a server (default: the embedded reference service)',
    load: async (io) => (await import('./run/run.ts')).runCommand(io),
  },
  {
    name: 'plan',
    takes: '[options]',
    about: 'print the maximum cost and the steps of a run; sends no requests',
    load: async (io) => (await import('./run/plan.ts')).planCommand(io),
  },
  {
    name: 'serve',
    takes: '[options]',
    about: 'start the reference service, with console and control API',
    load: async (io) => (await import('./serve.ts')).serveCommand(io),
  },
  {
    name: 'drain',
    takes: '[options] [dir]',
    about: "poll a run's unfinished jobs to completion",
    load: async (io) => (await import('./drain.ts')).drainCommand(io),
  },
  {
    name: 'report',
    takes: '[options] [dir]',
    about: 'write reports of a recorded run, offline',
    load: async (io) => (await import('./report.ts')).reportCommand(io),
  },
  {
    name: 'show',
    takes: '[options] <number|clause...> [dir]',
    about: 'print recorded exchanges by number or clause',
    load: async (io) => (await import('./show.ts')).showCommand(io),
  },
  {
    name: 'proxy',
    takes: '[options]',
    about: "forward a client's traffic to a server, record it, and judge both",
    load: async (io) => (await import('./proxy.ts')).proxyCommand(io),
  },
  {
    name: 'judge',
    takes: '[options] [dir|file.har]',
    about: 'judge a recorded run or a HAR file, offline',
    load: async (io) => (await import('./judge/judge.ts')).judgeCommand(io),
  },
  {
    name: 'drift',
    takes: '<command>',
    about: "detect changes in a server's behaviour and whether they break clients",
    load: async (io) => (await import('./drift/drift.ts')).driftCommand(io),
  },
  {
    name: 'pact',
    takes: '<command>',
    about: "verify clients' Pact contracts against a server, or lint them offline",
    load: async (io) => (await import('./pact/pact.ts')).pactCommand(io),
  },
  {
    name: 'client',
    takes: '[options] [command...]',
    about: 'test a client against the reference service, in scenarios',
    load: async (io) => (await import('./client/client.ts')).clientCommand(io),
  },
  {
    name: 'certify',
    takes: '[options]',
    about: 'run the full profile and sign a certificate if every must clause passes',
    load: async (io) => (await import('./certificates/certify.ts')).certifyCommand(io),
  },
  {
    name: 'verify',
    takes: '[options] <certificate>',
    about: 'verify a certificate; with its recorded run, also every verdict',
    load: async (io) => (await import('./certificates/verify.ts')).verifyCommand(io),
  },
  {
    name: 'keygen',
    takes: '[file]',
    about: 'generate a key pair for certificates (Ed25519)',
    load: async (io) => (await import('./certificates/keygen.ts')).keygenCommand(io),
  },
  {
    name: 'clauses',
    takes: '[options] [id...]',
    about: 'list or explain clauses and open points',
    load: async (io) => (await import('./clauses.ts')).clausesCommand(io),
  },
  {
    name: 'openapi',
    takes: '[options]',
    about: 'print the interface as an OpenAPI 3.1 document',
    load: async (io) => (await import('./openapi.ts')).openapiCommand(io),
  },
  {
    name: 'selfcheck',
    takes: '[options]',
    about: 'measure the detection and false-positive rates of gatecheck itself',
    load: async (io) => (await import('./selfcheck/selfcheck.ts')).selfcheckCommand(io),
  },
]
