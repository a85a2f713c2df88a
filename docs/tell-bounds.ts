import { tell } from '../bench/tell.ts'
import { boundsTable, optionsTable } from './bounds-table.ts'

/** Part of "npm run generate". */
tell('docs/reference/limits.md', 'bounds', boundsTable())
tell('docs/reference/limits.md', 'options', optionsTable())
process.stdout.write('docs/reference/limits.md\n')
