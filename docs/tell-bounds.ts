import { tell } from '../bench/tell.ts'
import { boundsTable, optionsTable } from './bounds-table.ts'

/** Part of "npm run generate". */
tell('docs/bounds.md', 'bounds', boundsTable())
tell('docs/bounds.md', 'options', optionsTable())
process.stdout.write('docs/bounds.md\n')
