import { startService } from '../start.ts'

/** A service in a process of its own, which somebody will kill. */
process.once('disconnect', () => process.exit())
const { baseUrl } = await startService(JSON.parse(process.argv[2]!))
process.send?.(baseUrl)
