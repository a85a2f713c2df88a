import { mkdirSync, writeFileSync } from 'node:fs'
import { markdownTable } from '../bench/markdown-table.ts'
import { scenarioTable } from './scenario-table.ts'

const PATH = 'docs/reference/scenarios.md'

const limits = markdownTable([
  ['setting', 'requests'],
  ['`account=NAME`', 'of this account'],
  ['`key=LABEL`', 'with the key of this label or id'],
  ['`model=ALIAS`', 'about jobs ordered with this alias'],
  ['`prompt=WORDS`', 'about jobs with these words in their prompt'],
])

/** Part of "npm run generate". */
mkdirSync('docs/reference', { recursive: true })
writeFileSync(
  PATH,
  `---
title: Scenarios
description: Find a scenario of the reference service and its settings.
---

\`gatecheck serve --scenario NAME,setting=value\` plays a scenario ([how](../guides/develop-a-client.md#scenarios-faults-and-variants)).

${scenarioTable()}

These settings limit a scenario to some requests:

${limits}
`,
)
process.stdout.write(`${PATH}\n`)
