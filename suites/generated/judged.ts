import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { type AboutRule, type Evidence, type Facts, type Rule, rule } from '../../engine/judge/check.ts'
import type { Expectation } from '../../engine/judge/expectations.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'

type Generated = Omit<AboutRule, 'suite'> & {
  /** The name under which the probes of all clauses are sent. */
  by: string
  /** Responses that do not count. */
  excuse?(exchange: Exchange, facts: Facts): boolean
  /** Judges the probes of all clauses. */
  judgesAll?: true
}

/** Generated probes of several clauses: each clause judges its own. */
export function judgesItsShare(
  { by, excuse, judgesAll, ...named }: Generated,
  { expected, ...expectation }: Expectation,
  unseen: string,
): Rule {
  return rule<{ exchanges: Exchange[] }>({
    suite: 'generated',
    byChance: true,
    ...named,
    begin: () => ({ exchanges: [] }),
    see({ exchanges }, exchange, facts) {
      const { purpose } = exchange
      if (purpose.by !== by) return
      const isOwn = judgesAll || purpose.part === 'control' || purpose.breaks === named.clause
      if (isOwn && !excuse?.(exchange, facts)) exchanges.push(exchange)
    },
    conclude({ exchanges }, facts) {
      const evidence: Evidence = { exchanges, gaps: [], findings: [], facts }
      const withSeed = `${expected} (--seed ${facts.configuration.seed} generates the same)`
      const verdict = judgeProbes(evidence, { ...expectation, expected: withSeed })
      return verdict.verdict === 'skip' ? { ...verdict, reason: unseen } : verdict
    },
  })
}
