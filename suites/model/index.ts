import { type Check, rule, type Suite } from '../../runner/judging/check.ts'
import { fail, pass, skip } from '../../runner/judging/verdict.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { STORY } from './story.ts'
import { Watch } from './watch.ts'

/** What the watch has an opinion on. */
const CLAUSES: ClauseId[] = [
  'jobs.final-stays-final',
  'jobs.final-keeps-its-result',
  'submission.accepted-with-202',
  'submission.ids-differ',
  'submission.identical-are-distinct',
  'accounts.other-account-sees-404',
  'accounts.same-account-shares-jobs',
  'accounts.unknown-id',
  'auth.header-required',
  'auth.unknown-key',
  'auth.revoked-key',
]

type Notes = { watch?: Watch }

function holdsInAnyOrder(id: ClauseId): Check {
  const needs = [...new Set(['job' as const, ...(clause(id).needs ?? [])])]
  return rule<Notes>({
    id: `${id}-in-any-order`,
    clause: id,
    suite: 'model',
    from: 'standard',
    title: `keeps this in sequences by chance: ${clause(id).rule}`,
    needs,
    byChance: true,
    phases: [STORY],
    begin: () => ({}),
    see(notes, exchange, { dialect }) {
      if (exchange.purpose.by !== STORY.name) return
      notes.watch ??= new Watch(dialect.idWay)
      notes.watch.see(exchange)
    },
    conclude({ watch }, { configuration }) {
      if (watch?.breach?.clause === id) {
        const { expected, received, evidence } = watch.breach
        const said = `${expected} (--seed ${configuration.seed} plays the same sequence)`
        return fail([{ expected: said, received, evidence }], watch.triedOf(id).length)
      }
      const tried = watch?.triedOf(id) ?? []
      return tried.length > 0 ? pass(tried.length, tried.slice(0, 20)) : skip('no sequence of this run came to try it')
    },
  })
}

export const model: Suite = {
  name: 'model',
  about:
    'Sequences by chance over several jobs, keys and accounts, beside a model that knows what holds in any order: ends stay, scopes hold, ids differ.',
  checks: CLAUSES.map(holdsInAnyOrder),
}
