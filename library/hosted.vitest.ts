import { folderNamed } from '../runner/folder/usual-folder.ts'
import { conformance } from './conformance.ts'

/** With a server in the environment it is tested, as "gatecheck run" would; without one, the reference service. */
conformance(process.env.GATECHECK_BASE_URL ? { out: folderNamed(undefined) } : { embedded: true })
