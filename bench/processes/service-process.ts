import { startEmbedded } from '../../fixtures/embedded.ts'

/** `service-process.ts [SECONDS]`: delay of each response. */
const [seconds] = process.argv.slice(2).map(Number)
process.once('disconnect', () => process.exit())
const { provision } = await startEmbedded(
  seconds === undefined ? {} : { scenarios: [{ play: 'late', with: { seconds } }] },
)
process.send?.(provision)
