import { list } from '../../engine/history/reading/words.ts'
import { type Check, observation } from '../../engine/judge/check.ts'
import { casesIn, factsOf } from './cases.ts'
import { LOOKS } from './downloads.ts'

const lifetime: Check = observation<object>({
  id: 'jobs.url-lifetime',
  open: 'jobs.url-lifetime',
  suite: 'media',
  title: 'how often the url works',
  from: 'standard',
  needs: ['video'],
  phases: [LOOKS],
  begin: () => ({}),
  see: () => undefined,
  conclude(_, facts) {
    const later = casesIn(facts).filter(({ look, outcome }) => look.time === 'again' && outcome.kind !== 'not fetched')
    if (later.length === 0) return undefined
    const works = later.every(({ outcome }) => outcome.kind === 'read')
    return {
      choice: works ? 'it worked more than once during the run' : 'it no longer worked when it was requested again',
      values: [works ? 'works again' : 'works once'],
      evidence: later.flatMap(({ evidence }) => evidence).slice(0, 20),
    }
  },
})

const usualDepth: Check = observation<object>({
  id: 'bit-depth.default',
  open: 'bit-depth.default',
  suite: 'media',
  title: 'which bit depth a video has if none was requested or stated',
  needs: ['video'],
  phases: [LOOKS],
  begin: () => ({}),
  see: () => undefined,
  conclude(_, facts) {
    const seen = casesIn(facts).flatMap((each) => {
      const depth = each.asked.bitDepth === undefined ? factsOf(each)?.depth : undefined
      return depth && 'value' in depth ? [{ each, said: `${depth.value} bit at ${each.asked.resolution}` }] : []
    })
    if (seen.length === 0) return undefined
    const values = [...new Set(seen.map(({ said }) => said))].sort()
    return { choice: list(values), values, evidence: seen.flatMap(({ each }) => each.evidence).slice(0, 20) }
  },
})

export const mediaObservations: readonly Check[] = [lifetime, usualDepth]
