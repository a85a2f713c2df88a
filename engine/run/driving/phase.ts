import type { Configuration } from '../../config/configuration.ts'
import type { Money } from '../../config/prices/money.ts'
import type { Target } from '../../config/target.ts'
import type { Allowance } from '../../http/limits/allowance.ts'
import type { Leeway } from '../../http/limits/shares.ts'
import type { KeyName } from '../../keys/recipes.ts'
import type { Drive } from './drive.ts'

/** What is known of a run before it starts. */
export type Prospect = {
  target: Target
  configuration: Configuration
  keys: readonly KeyName[]
  lengthOf(key: KeyName): number
  /** How many jobs all phases together make at most. */
  jobs: number
  /** How many of them are visited by whoever visits each. */
  visited: number
  /** How many of those may succeed. */
  succeeding: number
  /** What has to be refused is sent, too: where jobs are bounded, room is kept for it. */
  risksJobs?: boolean
  /** Of how many clauses it sends submissions that the server has to refuse. */
  clausesAtRisk?: number
  /** Of a phase whose jobs are bounded: what it may make of them. */
  mayMake?: Allowance
  /** How large one submission may be that has to be refused, where jobs are bounded. */
  leeway?: Leeway
  /** What is done for no check: whoever runs the suites wants to see more of the server. */
  besides?: readonly Phase[]
}

/** How quick a server is: how long an answer takes, how many polls a job needs, and for how many it has room, if known. */
export type Quickness = { answerMs: number; polls: number; room?: number }

/** What is sent at most, besides the polls of jobs. Known before the run, so that it can be announced. */
export type Cost = {
  requests: number
  jobs?: number
  videoSeconds?: number
  /** plain: its jobs leave resolution, depth and rate to their defaults, or say these. Otherwise they may be of any kind. */
  kind?: 'plain'
  /** What its jobs cost at most by the price list of the run, where it knows better. */
  money?: Money
  /** So many of the jobs, or more, do not succeed. */
  failing?: number
  /** A lawful server may refuse all of it, and make none. */
  maybeNone?: true
  /** Of the files that jobs lead to. */
  downloadBytes?: number
}

/** Something that is done once in a run, for one check or for many, and what it costs. */
export type Phase = {
  /** Words, unique among all phases: all that is sent in it carries them. */
  name: string
  /** Nothing else touches the server meanwhile. */
  alone?: true
  /** Comes after everything else, alone. */
  last?: true
  /** Each of its jobs has to be watched without a break: one in whose middle a run broke off is made anew. */
  undisturbed?: true
  /** Goes beyond the plain cases: it ends when the time to spare does, and whatever else waits goes first. */
  spare?: true
  /** The jobs that it places serve others, which wait until it has placed them all. */
  placesJobs?: true
  /** It places one beside those: whoever waits for them waits for it. */
  placesOne?: true
  /** Begins when those are placed: its own jobs are visited by nobody. */
  afterPlacing?: true
  /** Where jobs are bounded, its few come before those of others. */
  jobsFirst?: true
  /** Where jobs are bounded, it comes before all that make some: what has to be refused has most of the room then, and takes none. */
  beforeJobs?: true
  /** What comes first where the run may not make as many jobs as it likes. */
  yieldsTo?: readonly Phase[]
  /** At most, on a server that keeps the law; what is asked again after a 429 or a lost connection aside. */
  cost(prospect: Prospect): Cost
  /** Milliseconds from its beginning to its end, where it does not just send one request after the other. */
  lasts?(prospect: Prospect, pace: Quickness): number
  /** What may come to it where something odd, large or slow is seen, or no room: to find the culprit, to see it twice, or to see all of it. */
  secondLook?(prospect: Prospect): Cost
  drive(drive: Drive): Promise<void>
}
