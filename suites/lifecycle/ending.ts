import { type Check, type Rule, rule } from '../../runner/check.ts'
import { fail, inconclusive, pass, skip } from '../../runner/verdict.ts'
import { isFinal, jobRecord } from './polls.ts'

type Life = { polls: number; first: number; last: number; lastAt: number; firstAt: number; final: boolean }
type Notes = Map<number, Life>

/** One job that outlasts the run while others end is worth a warning; where none ends, the deadline may be too short. */
export const endsInTime: Check = rule<Notes>({
  id: 'jobs.polled-to-the-end',
  clause: 'jobs.end-within-the-deadline',
  suite: 'lifecycle',
  title: "brings a job that is polled to its end within the run's deadline",
  needs: ['job'],
  begin: () => new Map(),
  see(lives, exchange) {
    const { job } = exchange.purpose
    const record = jobRecord(exchange)
    if (job === undefined || !record) return
    const life = lives.get(job) ?? {
      polls: 0,
      first: exchange.n,
      firstAt: exchange.at,
      last: 0,
      lastAt: 0,
      final: false,
    }
    life.polls++
    life.last = exchange.n
    life.lastAt = exchange.at
    life.final ||= isFinal(record.status)
    lives.set(job, life)
  },
  conclude(lives, { configuration, ended: howItEnded }) {
    const all = [...lives.values()]
    const endless = all.filter((life) => !life.final)
    const ended = all.filter((life) => life.final)
    if (all.length === 0) return skip('no job was polled')
    if (endless.length === 0) return pass(ended.length, ended.map((life) => life.last).slice(0, 20))
    const longest = endless.reduce((a, b) => (a.polls > b.polls ? a : b))
    const seen = `${longest.polls} polls in ${Math.round((longest.lastAt - longest.firstAt) / 1000)} s left a job unfinished`
    if (ended.length === 0) return inconclusive(`no job ended before the run did: ${seen}`, [longest.last])
    const hadItsTime =
      howItEnded?.how === 'deadline' && longest.lastAt - longest.firstAt >= configuration.deadlineMs / 2
    if (!hadItsTime) return inconclusive(`the run ended before its deadline: ${seen}`, [longest.last])
    const expected = `an end within ${configuration.deadlineMs / 1000} s`
    return fail(
      endless.map((life) => ({ expected, received: seen, evidence: [life.first, life.last] })),
      all.length,
    )
  },
} as Rule<Notes>)
