import { expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { perform } from './perform.ts'

it('does the very run that it has announced, whatever is drawn for it', async () => {
  const { provision, close } = await startEmbedded()
  try {
    let announced: number | undefined
    const { finished } = await perform({
      provision,
      local: true,
      wishes: { profile: 'smoke', only: ['paths'], pollIntervalMs: 5 },
      onPlanned: ({ plan: { input } }) => {
        announced = input.configuration.seed
      },
    })
    expect(announced).toBeTypeOf('number')
    expect(finished.report.seed).toBe(announced)
  } finally {
    await close()
  }
})
