import { expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { perform } from './perform.ts'

it('runs exactly what it has announced, with its random seed', async () => {
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
