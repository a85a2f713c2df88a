import { tell } from '../bench/tell.ts'
import { boundsTable } from './bounds-table.ts'

/** Part of "npm run generate". */
tell('docs/bounds.md', 'bounds', boundsTable())
process.stdout.write('docs/bounds.md\n')
