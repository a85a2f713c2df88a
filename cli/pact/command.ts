import { flag, text } from '../../engine/config/values.ts'
import { type CommandEntry, runOptions } from '../options/command.ts'

export const PACT: CommandEntry = {
  name: 'pact',
  about: "verify clients' Pact contracts against a server, or lint them offline",
  after: `
Against a server:  npx gatecheck pact verify client-videos.json --base-url https://host/v1
Offline:           npx gatecheck pact lint client-videos.json`,
  commands: [
    {
      name: 'verify',
      about: "verify clients' contracts against a server",
      arguments: [['<contract>', 'Pact file, folder of Pact files, or URL of a broker']],
      options: {
        ...runOptions('pact verify'),
        provider: { ...text('<name>'), help: 'provider whose contracts to fetch from a broker', group: 'target' },
      },
      after: `
For a broker, give the URL of one contract, of a list of contracts, or of the broker with --provider. The environment or
--env authenticates: PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD. Network options apply to the
broker as to the server.

Provider states are set up over HTTP: a job that succeeded, failed, is queued or running · a key of another account · an id
that no job has · an alias is listed · an alias that is not listed · an image that the service may use · a revoked key ·
no room for another job (with --burst). An interaction whose state cannot be set up is pending, with the reason.

Only specified behaviour can fail. The rest of a contract is reported as relying on unspecified behaviour. In --out,
pact.json contains the result of each interaction.

Exit codes: 0 no must clause failed · 1 a must clause failed · 2 no verdict: nothing could be judged, or server or broker
do not respond · 64 wrong usage, or not a Pact file · 70 internal error · 130 interrupted`,
      load: async () => (await import('./verify.ts')).verify,
    },
    {
      name: 'lint',
      about: "find assumptions in a client's contract that the specification does not guarantee, offline",
      arguments: [['<file>', 'Pact file of any version']],
      options: {
        strict: { ...flag, help: 'fail on unspecified behaviour, too' },
        json: { ...text('<file>'), help: 'write the findings to this file' },
        quiet: { ...flag, help: 'print only contradictions and the verdict' },
      },
      after: `
Compares each part of the contract with the specification, and sends nothing:
  specified                        every conforming response matches
  relies on unspecified behaviour  a conforming server may respond differently
  contradicts the specification    some or all conforming responses do not match

Exit codes: 0 nothing contradicts the specification · 1 something does (with --strict: or relies on unspecified
behaviour) · 64 not a Pact file, or not readable`,
      load: async () => (await import('./lint.ts')).lint,
    },
  ],
}
