import { expect, it } from 'vitest'
import { answered, BEGAN } from '../../history/handwritten-for-tests.ts'
import { BOUNDS } from '../../settings/bounds/bounds.ts'
import { targetOf } from '../../settings/target.ts'
import { askedOf } from './asked.ts'
import { UrlsNamed } from './fetches.ts'
import type { Passage } from './passage.ts'
import { Survey } from './survey.ts'

const TARGET = targetOf(BEGAN.target.baseUrl)

function seen(survey: Survey, told: Parameters<typeof answered>[1], status = 200): void {
  const exchange = answered(status, told)
  const passage: Passage = {
    ...{ n: exchange.n, at: exchange.at, end: exchange.at + 1, client: 'A', exchange, status, isLost: false },
    asked: askedOf(exchange.request, TARGET),
  }
  survey.see(passage)
}

it('the latest ids that clients were given are known, and the oldest forgotten', () => {
  const survey = new Survey(BEGAN, {})
  const most = BOUNDS.idsOfClients.most
  for (let n = 0; n <= most; n++) seen(survey, { method: 'POST', path: '/v1/videos', body: { id: `job-${n}` } }, 202)
  const { ids } = survey.known
  expect([ids.size, ids.has('job-0'), ids.has('job-1'), ids.has(`job-${most}`)]).toEqual([most, false, true, true])
  expect(most).toBe(2 * BOUNDS.clientsJudged.most)
})

it('so many aliases that clients were shown are known, whatever a server lists', () => {
  const survey = new Survey(BEGAN, {})
  const most = BOUNDS.aliasesOfClients.most
  for (let list = 0; list < 4; list++)
    seen(survey, { path: '/v1/models', body: Array.from({ length: most / 3 }, (_, nth) => `alias-${list}-${nth}`) })
  expect(survey.known.listed.forms.size).toBe(most)
})

it('so many urls of one path are known, alike but for what is signed in them', () => {
  const urls = new UrlsNamed()
  const most = BOUNDS.urlsOfOnePath.most
  for (let n = 0; n <= most; n++) urls.add({ n, at: n, url: `https://files.test/1.mp4?sig=${n}`, client: 'A' })
  const asked = answered(200, { path: '/1.mp4?sig=x' })
  expect(urls.meantBy(asked).map(({ n }) => n)).toEqual(Array.from({ length: most }, (_, nth) => nth + 1))
  expect(urls.hasForgotten).toBe(true)
})
