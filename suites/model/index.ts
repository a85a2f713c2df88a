import { type Check, rule, type Suite } from '../../engine/judge/check.ts'
import { fail, pass, skip } from '../../engine/judge/verdict.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { Model } from './expected.ts'
import { RANDOM_SEQUENCES } from './sequences.ts'

/** The clauses that the model knows. */
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

type Notes = { model?: Model }

function inSequences(id: ClauseId): Check {
  const needs = [...new Set(['job' as const, ...(clause(id).needs ?? [])])]
  return rule<Notes>({
    id: `${id}/sequences`,
    clause: id,
    suite: 'model',
    from: 'standard',
    title: 'keeps this rule in random sequences of requests',
    needs,
    byChance: true,
    phases: [RANDOM_SEQUENCES],
    begin: () => ({}),
    see(notes, exchange, { dialect }) {
      if (exchange.purpose.by !== RANDOM_SEQUENCES.name) return
      notes.model ??= new Model(dialect.idWay)
      notes.model.see(exchange)
    },
    conclude({ model }, { configuration }) {
      if (model?.breach?.clause === id) {
        const { expected, received, evidence } = model.breach
        const said = `${expected} (--seed ${configuration.seed} sends the same sequence)`
        return fail([{ expected: said, received, evidence }], model.triedOf(id).length)
      }
      const tried = model?.triedOf(id) ?? []
      return tried.length > 0 ? pass(tried.length, tried.slice(0, 20)) : skip('no sequence of this run tested it')
    },
  })
}

export const model: Suite = {
  name: 'model',
  about:
    'Random sequences over several jobs, keys and accounts, compared with a model: final states stay, scopes are enforced, ids differ.',
  checks: CLAUSES.map(inSequences),
}
