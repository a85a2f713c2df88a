import type { Command } from 'commander'

/** What `--help` says of a command, for which nothing of it has to be read, and where all of it stands. */
export type Listed = { name: string; takes: string; about: string; load: () => Promise<Command> }

export const COMMANDS: readonly Listed[] = [
  {
    name: 'run',
    takes: '[options]',
    about: 'run the suites and say what was found',
    load: async () => (await import('./run/run.ts')).runCommand(),
  },
  {
    name: 'plan',
    takes: '[options]',
    about: 'say what a run would do, cost and take, sending nothing',
    load: async () => (await import('./run/plan.ts')).planCommand(),
  },
  {
    name: 'serve',
    takes: '[options]',
    about: 'start the reference service alone, for people who write clients',
    load: async () => (await import('./serve.ts')).serveCommand(),
  },
  {
    name: 'drain',
    takes: '[options] [dir]',
    about: 'bring jobs that a recorded run has left to their ends, or name them',
    load: async () => (await import('./drain.ts')).drainCommand(),
  },
  {
    name: 'report',
    takes: '[options] [dir]',
    about: 'write any report of a recorded run, offline',
    load: async () => (await import('./report.ts')).reportCommand(),
  },
  {
    name: 'show',
    takes: '[options] <number...> [dir]',
    about: 'exchanges of a recorded run by their numbers: what was sent, what came, and what it was for',
    load: async () => (await import('./show.ts')).showCommand(),
  },
  {
    name: 'proxy',
    takes: '[options]',
    about: "pass a client's traffic through to a server, record it, and judge both while it goes on",
    load: async () => (await import('./proxy.ts')).proxyCommand(),
  },
  {
    name: 'judge',
    takes: '[options] [dir|file.har]',
    about: 'verdicts again, from a recorded run, offline; or verdicts on traffic that was recorded as HAR',
    load: async () => (await import('./judge/judge.ts')).judgeCommand(),
  },
  {
    name: 'drift',
    takes: '<command>',
    about: 'say what a server does otherwise than it did, and whether that breaks a client',
    load: async () => (await import('./drift/drift.ts')).driftCommand(),
  },
  {
    name: 'pact',
    takes: '<command>',
    about: "hold clients' Pact contracts against the interface, or a server",
    load: async () => (await import('./pact/pact.ts')).pactCommand(),
  },
  {
    name: 'client',
    takes: '[options] [command...]',
    about: 'try a client against the reference service in scenarios, and judge what it did',
    load: async () => (await import('./client/client.ts')).clientCommand(),
  },
  {
    name: 'certify',
    takes: '[options]',
    about: 'a full, complete run that ends in a signed certificate when every must clause holds',
    load: async () => (await import('./certificates/certify.ts')).certifyCommand(),
  },
  {
    name: 'verify',
    takes: '[options] <certificate>',
    about: 'check a certificate: form, signature, and with the recorded run every verdict again',
    load: async () => (await import('./certificates/verify.ts')).verifyCommand(),
  },
  {
    name: 'keygen',
    takes: '[file]',
    about: 'make a key pair to sign certificates with (Ed25519)',
    load: async () => (await import('./certificates/keygen.ts')).keygenCommand(),
  },
  {
    name: 'clauses',
    takes: '[options] [id...]',
    about:
      'the clauses of the law and its open points, or one explained: how it is checked, what breaks it, how to mend it',
    load: async () => (await import('./clauses.ts')).clausesCommand(),
  },
  {
    name: 'openapi',
    takes: '[options]',
    about: 'the interface as an OpenAPI 3.1 document, derived from the same data as the checks',
    load: async () => (await import('./openapi.ts')).openapiCommand(),
  },
  {
    name: 'selfcheck',
    takes: '[options]',
    about:
      'the suite against its own faults and variants, drift against servers that change, and what judges clients against right and wrong ones: how many caught, how many falsely accused',
    load: async () => (await import('./selfcheck/selfcheck.ts')).selfcheckCommand(),
  },
]
