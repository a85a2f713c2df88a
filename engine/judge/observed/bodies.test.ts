import { describe, expect, it } from 'vitest'
import { meaningOf } from './attribution.ts'

const meant = (body: unknown, isTakenOn = false) =>
  meaningOf(
    { method: 'POST', path: '/v1/videos', headers: [], body: typeof body === 'string' ? body : JSON.stringify(body) },
    isTakenOn,
  )
const LAWFUL = { model: 'aurora', prompt: 'a boat' }

describe('the body of a submission that nobody planned', () => {
  it('is a submission where the law accepts it, whichever aliases there are', () => {
    expect(meant(LAWFUL)).toEqual({ part: 'submission', opinion: 'accept' })
    expect(meant({ ...LAWFUL, model: 'never heard of', resolution: '4k', duration: 60 }).part).toBe('submission')
  })

  it.each<[object | string, string | undefined]>([
    [{ ...LAWFUL, duration: 61 }, 'submission.duration-in-range'],
    [{ prompt: 'a boat' }, 'submission.model-required'],
    [{ ...LAWFUL, fps: '24' }, 'submission.types-checked'],
    ['no JSON', 'submission.body-is-an-object'],
    [{ ...LAWFUL, duration: 61, fps: 0 }, undefined],
  ])('is a probe where the law refuses it, and breaks one clause or several: %j', (body, breaks) => {
    expect(meant(body)).toEqual({ part: 'probe', opinion: 'refuse', ...(breaks !== undefined && { breaks }) })
  })

  it.each<[object | string, string | undefined]>([
    [{ ...LAWFUL, seed: 7 }, 'body.extra-fields'],
    [{ ...LAWFUL, image_url: 'https://images.test/1.png' }, 'prompt.with-image'],
    [{ model: 'aurora', image_url: 'http://images.test/1.png' }, undefined],
    [`${JSON.stringify({ ...LAWFUL, prompt: 'x'.repeat(30_000) })}`, undefined],
  ])('is only observed where the law leaves it open, or lets the job fail', (body, open) => {
    const { part, opinion, open: point } = meant(body)
    expect({ part, opinion }).toEqual({ part: 'observation', opinion: 'open' })
    if (open !== undefined) expect(point).toBe(open)
  })

  it('with an image is one that was usable once it is taken on', () => {
    const image = { model: 'aurora', image_url: 'https://images.test/1.png' }
    expect(meant(image).part).toBe('observation')
    expect(meant(image, true).part).toBe('submission')
  })
})
