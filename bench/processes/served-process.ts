import { startService } from '../../service/start.ts'

process.once('disconnect', () => process.exit())
const { baseUrl, keys } = await startService({ capacity: 1_000_000_000 })
process.send?.({ baseUrl, key: keys.own })
