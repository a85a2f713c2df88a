import { folderNamed } from '../engine/run/folder/default-folder.ts'
import { conformance } from './conformance.ts'

/** Tests the server in the environment as "gatecheck run" does; without one, the reference service, briefly. */
conformance(process.env.GATECHECK_BASE_URL ? { out: folderNamed(undefined) } : { embedded: true, profile: 'smoke' })
