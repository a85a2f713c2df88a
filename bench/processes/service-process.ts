import { startEmbedded } from '../../fixtures/embedded.ts'

/** `service-process.ts [SECONDS]`: how late each answer comes. */
const [seconds] = process.argv.slice(2).map(Number)
process.once('disconnect', () => process.exit())
const { provision } = await startEmbedded(
  seconds === undefined ? {} : { scenarios: [{ play: 'late', with: { seconds } }] },
)
process.send?.(provision)
