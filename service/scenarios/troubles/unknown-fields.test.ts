import { expect, it } from 'vitest'
import { STATUSES } from '../../../spec/words.ts'
import { codeIn, idIn, serviceWithClient } from '../../client-for-tests.ts'
import { DIALECTS } from '../../dialects/index.ts'
import type { Play } from '../scenario.ts'

const playing = (...scenarios: Play[]) => serviceWithClient({ scenarios })

it.each(Object.keys(DIALECTS))(
  'unknown-fields: adds fields to the same responses, of every kind, in the dialect %s',
  async (dialect) => {
    await using client = await playing({ play: `dialect:${dialect}` }, { play: 'unknown-fields', as: 'it' })
    const { scenarios } = client.service
    const aliases = async () => idsOfModels((await client.as('own', '/models')).json)
    const withMore = await aliases()
    const submitted = await client.submit()
    expect(submitted.status).toBe(202)
    const path = `/videos/${encodeURIComponent(idIn(submitted.json))}`
    const job = await client.as('own', path)
    const error = await client.as('own', '/videos/none')
    const stranger = await client.as('revoked', '/usage')
    const usage = await client.as('own', '/usage')
    for (const { text } of [submitted, job, error, stranger, usage]) expect(text).toMatch(/"x-trace":.*"mixed":/s)
    expect(STATUSES).toContain(job.json.status)
    expect([codeIn(error.json), codeIn(stranger.json)]).toEqual(['not_found', 'unauthorized'])
    expect((await client.pollToTheEnd(path)).at(-1).status).toBe('succeeded')
    scenarios.off('it')
    expect(await aliases()).toEqual(withMore)
    expect((await client.as('own', '/usage')).text).not.toContain('x-trace')
  },
)

/** Names in fields that cannot be mistaken for aliases. */
function idsOfModels(models: unknown): unknown {
  if (Array.isArray(models)) return models.map((each) => (typeof each === 'object' ? (each.id ?? each.alias) : each))
  const { models: listed, data } = models as Record<string, unknown>
  return listed || data ? idsOfModels(listed ?? data) : Object.keys(models as object)
}
