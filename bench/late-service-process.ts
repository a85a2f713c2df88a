import { startEmbedded } from '../fixtures/embedded.ts'

process.once('disconnect', () => process.exit())
const { provision } = await startEmbedded({ scenarios: [{ play: 'late', with: { seconds: 0.001 } }] })
process.send?.(provision)
