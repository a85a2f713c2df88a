import { startService } from '../start.ts'

/** A service in its own process, which the test kills. */
process.once('disconnect', () => process.exit())
const { baseUrl } = await startService(JSON.parse(process.argv[2]!))
process.send?.(baseUrl)
