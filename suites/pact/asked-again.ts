import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { receivedInWords } from '../../engine/history/reading/words.ts'
import { isAboutMoney } from '../../engine/judge/probes.ts'
import { NoResult } from '../../engine/pact/verifier.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import { NotTried } from '../../engine/run/driving/not-tried.ts'
import { READINGS } from '../../spec/endpoints.ts'

/** Asked again where Pact came to no result; one that does not answer twice leaves the case untried. */
export function once<T>(again: () => Promise<T>): (error: unknown) => Promise<T> {
  return async (error) => {
    if (!(error instanceof NoResult)) throw error
    return again().catch((second: unknown) => {
      throw second instanceof NoResult ? new NotTried(second.message, { kind: 'not decided' }) : second
    })
  }
}

/** `isSubmission`: one that has to be accepted. */
type Asked = { isSubmission: boolean; path: string }
type Control = { n: number; doubt?: string }

/** A refusal counts only if a good request succeeds behind it: the credits may have run out, or the server gone down. */
export async function controlOf(drive: Drive, exchange: Exchange, { isSubmission, path }: Asked): Promise<Control> {
  const { n } = exchange
  if (isSubmission && isAboutMoney(exchange))
    return { n, doubt: `${receivedInWords(exchange)}: the account may lack credits or permissions` }
  const again = isSubmission ? await submitAgain(drive) : await readAgain(drive, path)
  return succeeded(again) ? { n: again.n } : { n, doubt: 'no control request succeeded after it' }
}

async function submitAgain(drive: Drive): Promise<Exchange> {
  const { request } = await drive.twin('POST /videos')
  const purpose = { case: 'the plainest submission again' }
  return (await drive.jobs.submit(request.body ?? '', { as: 'control', purpose })).exchange
}

async function readAgain(drive: Drive, path: string): Promise<Exchange> {
  const others = READINGS.filter((name) => !name.endsWith(path))
  for (const name of others) {
    const twin = await drive.twin(name).catch(() => undefined)
    if (twin) return drive.control(twin)
  }
  return drive.notTried('no GET request succeeded')
}
