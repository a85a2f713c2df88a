import { withInvisibleInside } from '../../fixtures/keys/damaged-keys.ts'
import type { Drive } from '../../runner/driving/drive.ts'
import { NotTried } from '../../runner/driving/not-tried.ts'
import type { Twin } from '../../runner/driving/shared.ts'
import { succeeded } from '../../runner/history/reading.ts'
import { receivedInWords } from '../../runner/history/words.ts'
import { experiment } from '../../runner/judging/check.ts'
import { isNotAccepted } from '../../runner/judging/expectations.ts'
import { lastWords } from '../../runner/judging/probes.ts'
import { fail, pass, skip } from '../../runner/judging/verdict.ts'
import { ENDPOINTS, type EndpointName } from '../../spec/endpoints.ts'
import { FOILS, PLAINEST } from './plainest.ts'

const READS = ENDPOINTS.filter(({ method }) => method === 'GET')
/** As many as are made of any key. */
const WAYS = withInvisibleInside(40).length

/** Whoever takes no key, or any, says nothing of his own about this one. */
async function letsAnybodyThrough(drive: Drive, { request }: Twin, name: EndpointName): Promise<boolean> {
  for (const { what, of } of PLAINEST) {
    const broken = of(request)
    if (broken && succeeded(await drive.foil(`${what}, ${name}`, broken))) return true
  }
  return false
}

/**
 * Bytes beyond ASCII are odd enough that something in front of the server may refuse them in words of its own, or say
 * nothing at all; but whoever lets them through has read another key than was sent.
 */
export const invisibleInside = experiment({
  id: 'auth.invisible-in-the-key',
  clause: 'auth.whole-key-compared',
  suite: 'auth',
  title: 'lets nobody through whose key has something invisible in its midst',
  from: 'standard',
  // Whether it gets as far as the server is open; the other checks of the clause speak then.
  byChance: true,
  besides: [FOILS],
  cost: () => ({ requests: READS.length * WAYS }),
  async drive(drive) {
    for (const { name } of READS) {
      try {
        const twin = await drive.twin(name)
        if (await letsAnybodyThrough(drive, twin, name)) continue
        for (const { what, of } of drive.asTimeAllows(withInvisibleInside(drive.vault.lengthOf('A'))))
          await drive.observe(`${what}, ${name}`, of(twin.request)!, { twin: twin.exchange.n })
      } catch (error) {
        if (!(error instanceof NotTried)) throw error
      }
    }
  },
  judge({ exchanges }) {
    const sent = lastWords(exchanges).filter(({ purpose }) => purpose.part === 'observation')
    const answers = sent.filter(({ answer }) => answer !== undefined)
    if (answers.length === 0) return skip('no such request was answered')
    const through = answers.filter(succeeded)
    const { expected } = isNotAccepted
    const violation = (each: (typeof sent)[number]) => ({
      case: each.purpose.case!,
      expected,
      received: receivedInWords(each),
      evidence: [each.purpose.twin!, each.n],
    })
    const evidence = answers.map(({ n }) => n).slice(0, 20)
    return through.length > 0 ? fail(through.map(violation), answers.length) : pass(answers.length, evidence)
  },
})
