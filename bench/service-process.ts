import { startEmbedded } from '../fixtures/embedded.ts'

process.once('disconnect', () => process.exit())
const { provision } = await startEmbedded()
process.send?.(provision)
