import { startService } from '../service/start.ts'

process.once('disconnect', () => process.exit())
const { baseUrl, keys } = await startService({ polls: 1_000_000, capacity: 1_000_000_000 })
process.send?.({ baseUrl, key: keys.own })
