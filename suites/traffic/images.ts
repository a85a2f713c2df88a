import { fieldsSent, recordOf, succeeded } from '../../engine/history/reading/reading.ts'
import { rule } from '../../engine/judge/check.ts'
import { REFUSED_OR_FAILED } from '../../engine/judge/expectations.ts'
import { fail, inconclusive, pass, skip, type Violation } from '../../engine/judge/verdict.ts'
import { hasRecipes } from '../../engine/keys/recipes.ts'
import { isBlackedOut } from '../../engine/keys/secrets/names.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { judgeBodyText } from '../../spec/oracle.ts'

type Taken = { n: number; image: string }

/** Whether nothing but the image is wrong, and by this clause. */
function isBrokenBy(clause: ClauseId, body: string, model: unknown): boolean {
  const { verdict, orJobFails, reasons } = judgeBodyText(body, { aliases: typeof model === 'string' ? [model] : [] })
  const refusing = reasons.filter((each) => each.verdict === 'refuse')
  return verdict === 'refuse' && orJobFails && refusing.every(({ by }) => by === clause)
}

/** An invalid image alone is refused, or its job fails. */
const neverSucceeds = (id: string, clause: ClauseId, title: string) =>
  rule<Taken[]>({
    id,
    clause,
    suite: 'traffic',
    title,
    begin: () => [],
    see(taken, exchange) {
      const { request, n } = exchange
      const { model, image_url } = fieldsSent(request)
      if (request.method !== 'POST' || typeof image_url !== 'string' || !succeeded(exchange)) return
      // What is signed in it is a secret to whoever hands a recording on.
      if (isBlackedOut(image_url) || hasRecipes(image_url)) return
      if (isBrokenBy(clause, request.body ?? '', model)) taken.push({ n, image: JSON.stringify(image_url) })
    },
    conclude(taken, { endOf }) {
      if (taken.length === 0) return skip('no such image was accepted')
      const ended = taken.flatMap((each) => {
        const end = endOf(each.n)
        return end ? [{ ...each, end, isMade: recordOf(end)?.status === 'succeeded' }] : []
      })
      const violations = ended.flatMap(({ n, image, end, isMade }): Violation[] =>
        isMade
          ? [
              {
                case: `image_url ${image} alone`,
                expected: REFUSED_OR_FAILED,
                received: 'the job succeeded',
                evidence: [n, end.n],
              },
            ]
          : [],
      )
      if (violations.length > 0) return fail(violations, taken.length)
      const open = taken.find(({ n }) => !endOf(n))
      if (open) return inconclusive('its job did not finish', [open.n])
      return pass(
        ended.length,
        ended.slice(0, 20).map(({ n }) => n),
      )
    },
  })

export const badImages = [
  neverSucceeds(
    'traffic.image-no-https',
    'submission.image-is-public-https',
    'generates no video from an image URL that is not https',
  ),
  neverSucceeds(
    'traffic.image-private',
    'submission.image-host-public',
    'generates no video from an image on a private host',
  ),
]
