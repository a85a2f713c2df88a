import { tell } from '../bench/tell.ts'
import { scenarioTable } from './scenario-table.ts'

/** Part of "npm run generate". */
tell('docs/serve.md', 'scenarios', scenarioTable())
process.stdout.write('docs/serve.md\n')
