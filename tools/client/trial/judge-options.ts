import type { ClientOptions, Outcome } from '../../../engine/judge/clients/check.ts'
import type { Moment } from '../../../reporters/outcome/clients/report.ts'
import type { Ended } from '../process/run-command.ts'
import type { ClientScenario } from '../scenarios/scenario.ts'
import { OWN_KEY } from '../watching/recorded.ts'

/** The account of the client's key. */
export const OWNER = 'studio'

/** Maximum spread of concurrent requests on a busy machine. */
const TRANSIT_MS = 250

type Came = {
  ended: Ended
  output: string
  moments: readonly Moment[]
  aliases: readonly string[]
  imageUrl: string
}

/** Facts about a client beyond its requests. */
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

/** Only known if a video was fetched; a client may use the url without a request. */
function hasVideo(moments: readonly Moment[]): Pick<Outcome, 'hasVideo'> {
  const fetches = moments.filter(({ kind }) => kind === 'fetch')
  if (fetches.length === 0) return {}
  return { hasVideo: fetches.some(({ status, lost }) => !lost && (status === 200 || status === 206)) }
}

/** A client that submits concurrently could not know of a refusal before sending the later ones. */
function isOneByOne(moments: readonly Moment[]): boolean {
  const submissions = moments.filter(({ kind }) => kind === 'submission')
  // Refused ones are repeated later, one by one.
  if (submissions.filter(({ status }) => status === 202).length > 1) return false
  return submissions.every(({ at }, index) => {
    const before = submissions[index - 1]
    return before === undefined || before.status !== 202 || at - before.at - before.ms > TRANSIT_MS
  })
}
