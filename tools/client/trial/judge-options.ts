import type { ClientOptions, Outcome } from '../../../engine/judge/clients/check.ts'
import type { Moment } from '../../../reporters/outcome/clients/report.ts'
import type { Ended } from '../process/run-command.ts'
import type { ClientScenario } from '../scenarios/scenario.ts'
import { OWN_KEY } from '../watching/recorded.ts'

/** Whose key the client is given. */
export const OWNER = 'studio'

/** Between what is sent at once lies as much on a machine that has other things to do. */
const TRANSIT_MS = 250

type Came = {
  ended: Ended
  output: string
  moments: readonly Moment[]
  aliases: readonly string[]
  imageUrl: string
}

/** What is known of a client besides what it sent. */
export function optionsFor({ name, rightEnd, tries, urlLivesMs }: ClientScenario, came: Came): ClientOptions {
  const { ended, output, moments, aliases, imageUrl } = came
  return {
    keys: [OWN_KEY],
    aliases,
    images: [imageUrl],
    transitMs: TRANSIT_MS,
    isWhole: true,
    baseUrlGiven: true,
    ...(isOneByOne(moments) && { makesOneVideo: true }),
    scenario: {
      name,
      ...(rightEnd && { rightEnd }),
      ...(tries && { tries }),
      ...(urlLivesMs !== undefined && { urlLivesMs }),
    },
    outcome: { end: endFor(ended), output, ...hasVideo(moments) },
  }
}

const endFor = ({ end }: Ended): Outcome['end'] => ('notStarted' in end ? { exit: 127 } : end)

/** Known only where it fetched one: the url alone is enough, and what it does with that nobody sees. */
function hasVideo(moments: readonly Moment[]): Pick<Outcome, 'hasVideo'> {
  const fetches = moments.filter(({ kind }) => kind === 'fetch')
  if (fetches.length === 0) return {}
  return { hasVideo: fetches.some(({ status, lost }) => !lost && (status === 200 || status === 206)) }
}

/** Whoever orders several at once knew of no refusal when the later ones were sent. */
function isOneByOne(moments: readonly Moment[]): boolean {
  const submissions = moments.filter(({ kind }) => kind === 'submission')
  // Where some of several were turned away, they come later and one by one.
  if (submissions.filter(({ status }) => status === 202).length > 1) return false
  return submissions.every(({ at }, index) => {
    const before = submissions[index - 1]
    return before === undefined || before.status !== 202 || at - before.at - before.ms > TRANSIT_MS
  })
}
