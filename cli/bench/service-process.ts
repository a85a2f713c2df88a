import { startEmbedded } from '../../runner/embedded.ts'

process.once('disconnect', () => process.exit())
const { provision } = await startEmbedded()
process.send?.(provision)
