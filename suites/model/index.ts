import { type Check, rule, type Suite } from '../../engine/judge/check.ts'
import { fail, pass, skip } from '../../engine/judge/verdict.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { Referee } from './referee.ts'
import { STORY } from './story.ts'

/** What the referee has an opinion on. */
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

type Notes = { referee?: Referee }

function holdsInAnyOrder(id: ClauseId): Check {
  const needs = [...new Set(['job' as const, ...(clause(id).needs ?? [])])]
  return rule<Notes>({
    id: `${id}/sequences`,
    clause: id,
    suite: 'model',
    from: 'standard',
    title: 'keeps this rule in random sequences of requests',
    needs,
    byChance: true,
    phases: [STORY],
    begin: () => ({}),
    see(notes, exchange, { dialect }) {
      if (exchange.purpose.by !== STORY.name) return
      notes.referee ??= new Referee(dialect.idWay)
      notes.referee.see(exchange)
    },
    conclude({ referee }, { configuration }) {
      if (referee?.breach?.clause === id) {
        const { expected, received, evidence } = referee.breach
        const said = `${expected} (--seed ${configuration.seed} sends the same sequence)`
        return fail([{ expected: said, received, evidence }], referee.triedOf(id).length)
      }
      const tried = referee?.triedOf(id) ?? []
      return tried.length > 0 ? pass(tried.length, tried.slice(0, 20)) : skip('no sequence of this run tested it')
    },
  })
}

export const model: Suite = {
  name: 'model',
  about:
    'Random sequences over several jobs, keys and accounts, compared with a model: final states stay, scopes are enforced, ids differ.',
  checks: CLAUSES.map(holdsInAnyOrder),
}
