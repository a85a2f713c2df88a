import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atServer, readDocument, withAliases, withOpenObjects, withStatusesSpelledOut } from '../document.ts'
import { NoResult, type Rival } from '../rival.ts'
import { arazzoFor } from './arazzo.ts'
import { finish } from './child.ts'
import { nodeTool, versionOf } from './node-tool.ts'

const FILE = 'law.arazzo.json'

/** Respect follows a script, and checks each response against the document by itself. */
export const respect: Rival = {
  name: 'Redocly Respect',
  prepare: () => versionOf('redocly'),
  async failures(target) {
    const { folder, baseUrl, facts } = target
    const document = withOpenObjects(withStatusesSpelledOut(withAliases(readDocument(), facts)))
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(atServer(document, baseUrl)))
    await writeFile(join(folder, FILE), JSON.stringify(arazzoFor(target)))
    const [command, script] = nodeTool('redocly')
    const args = ['respect', FILE, '--json-output', 'result.json', '--max-fetch-timeout', '5000']
    const { out, err } = await finish(command, [script, ...args], { cwd: folder })
    const result = await readFile(join(folder, 'result.json'), 'utf8').catch(() => {
      throw new NoResult(`no result: ${(err || out).trim().split('\n').slice(-3).join(' ')}`)
    })
    return failedChecksIn(JSON.parse(result) as Result)
  },
}

type Check = { name: string; condition?: string; status: string }
type ExecutedStep = { stepId?: string; checks?: Check[] }
type Result = { files: Record<string, { executedWorkflows: { workflowId: string; executedSteps: ExecutedStep[] }[] }> }

/** Each attempt is shown as a step: if one does not meet its criteria, the next follows, without a failure. */
export function failedChecksIn({ files }: Result): string[] {
  return Object.values(files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.flatMap(({ workflowId, executedSteps }) =>
      executedSteps.flatMap(({ stepId, checks = [] }, index) => {
        const isTriedAgain = executedSteps[index + 1]?.stepId === stepId
        return checks
          .filter(({ status, name }) => status === 'error' && !(isTriedAgain && name === CRITERIA))
          .map(({ name, condition }) => `${workflowId}/${stepId}: ${condition ?? name}`)
      }),
    ),
  )
}

const CRITERIA = 'success criteria check'
