import { below } from '../../engine/config/target.ts'
import { showsId } from '../../engine/discovery/dialect/job-id.ts'
import type { Gap } from '../../engine/history/entry/entries.ts'
import { recordOf, succeeded } from '../../engine/history/reading/reading.ts'
import { inPath, requestTo } from '../../engine/http/requests.ts'
import type { Evidence } from '../../engine/judge/check.ts'
import { isNotFound } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import { triesOf } from '../../engine/run/time-budget.ts'
import { probing } from '../every-endpoint.ts'
import { chanceOfAJob, IMPLAUSIBLE, idLike, nearIds } from '../inputs/ids.ts'
import { isJob, isNoJob } from '../lifecycle/polls.ts'
import { isIdOfOwnJob } from '../own-ids.ts'

const RANDOM_IDS = { smoke: 1, standard: 2, full: 10 }

export const unknownId = probing({
  clause: 'accounts.unknown-id',
  suite: 'accounts',
  title: 'returns 404 for a random id in the format of the job ids',
  needs: ['job'],
  max: ({ configuration }) => ({ requests: RANDOM_IDS[configuration.profile] * 2 + 1 }),
  endpoints: ['GET /videos/{id}'],
  async probe(drive, control) {
    const { id } = await drive.jobs.first()
    const { seed, profile } = drive.configuration
    for (let turn = 0; turn < RANDOM_IDS[profile]; turn++) {
      const other = idLike(id, seed + turn)
      const request = requestTo(drive.target, 'GET /videos/{id}', { id: other })
      for (const time of profile === 'smoke' ? [''] : ['', ' once more']) {
        const probe = await drive.probe(`the id ${other}${time}`, control, request)
        if (!isNotFound.holds(probe) && !succeeded(probe)) await drive.repeatControl(await drive.control('GET /models'))
      }
    }
  },
  expected: isNotFound,
})

export const nearIdIsNoJob = probing({
  clause: 'accounts.near-id-is-no-job',
  suite: 'accounts',
  title: 'returns no job for an id that only resembles the id of a job',
  needs: ['job'],
  from: 'standard',
  max: () => ({ requests: 26 }),
  endpoints: ['GET /videos/{id}'],
  async probe(drive, control) {
    const { id } = await drive.jobs.first()
    for (const { what, id: near } of drive.asTimeAllows(nearIds(id))) {
      const request = requestTo(drive.target, 'GET /videos/{id}', { id: near })
      await drive.probe(`the id ${what} (${id})`, control, request)
    }
  },
  judge: judgeNearMisses,
})

/** If ids are short or counters, a near id may be a real job: then only the original job under the wrong id counts. */
function judgeNearMisses(evidence: Evidence) {
  const gaps: Gap[] = []
  const exchanges = evidence.exchanges.filter((each) => {
    const control = each.purpose.twin === undefined ? undefined : evidence.facts.exchange(each.purpose.twin)
    const original = control?.purpose.polled
    if (each.purpose.part !== 'probe' || original === undefined || !isJob(each)) return true
    const isChance = chanceOfAJob(original, evidence.facts.ids()) >= IMPLAUSIBLE
    if (showsId(recordOf(each), original) || !(isChance || isIdOfOwnJob(each, evidence.facts))) return true
    gaps.push({
      kind: 'gap',
      by: each.purpose.by,
      case: each.purpose.case ?? '',
      why: 'it may be the id of another job',
    })
    return false
  })
  // Some near ids may be real jobs; the others still count.
  const others = exchanges.length > gaps.length ? evidence.gaps : [...evidence.gaps, ...gaps]
  return judgeProbes({ ...evidence, exchanges, gaps: others }, isNoJob, 'each id tried may be the id of another job')
}

const NONE = 'gatecheck-no-such-job'

/** Ids with a prefix or suffix: a server that strips it finds a real job. */
const hidden = (own: string): string[] => [
  `${own}%23top`,
  `${own}%3Fpage=1`,
  `${own};page=1`,
  `${own}.json`,
  `${own}%00`,
  `${own},${NONE}`,
  `${NONE}%2F..%2F${own}`,
  `${NONE}%23${own}`,
  `${NONE}?id=${own}`,
]

const WAYS = hidden('job').length

export const hiddenIdIsNoJob = probing({
  id: 'accounts.near-id-is-no-job/hidden-ids',
  clause: 'accounts.near-id-is-no-job',
  suite: 'accounts',
  from: 'standard',
  title: 'returns no job for an id that only contains the id of a job',
  needs: ['job'],
  max: ({ configuration }) => ({ requests: triesOf(WAYS, configuration) + 1 }),
  endpoints: ['GET /videos/{id}'],
  async probe(drive, control) {
    const own = inPath((await drive.jobs.first()).id)
    for (const segment of drive.often(hidden(own))) {
      const path = `${below(drive.target, '/videos/')}${segment}`
      await drive.probe(`the id ${segment.replace(own, '{id}')}`, control, { ...control.request, path })
    }
  },
  expected: isNoJob,
})
