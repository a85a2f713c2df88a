import { Refusal } from '../refusals.ts'
import { throttle } from './throttle.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const BOUNDS = { firstWaitMs: SECOND, longestWaitMs: MINUTE, forgottenAfterMs: 30 * MINUTE, most: 10_000 }

/** `browser`: one that has signed in with this address before. */
export type Trying = { email: string; address: string; browser?: string | undefined }

/** All users of this machine share one IP address, so its limit is higher than that of an e-mail address. */
export function patience(now?: () => number) {
  const signIns = {
    email: throttle({ ...BOUNDS, free: 5 }, now),
    address: throttle({ ...BOUNDS, free: 30, longestWaitMs: 10 * SECOND }, now),
  }
  const signUps = throttle({ ...BOUNDS, free: 20 }, now)
  const tryAll = (...tries: [typeof signUps, string][]) => {
    const wait = Math.max(...tries.map(([tried, who]) => tried.waitOf(who)))
    if (wait > 0) throw tooOften(Math.ceil(wait / SECOND))
    for (const [tried, who] of tries) tried.take(who)
  }
  return {
    signIn({ email, address, browser }: Trying): void {
      if (browser !== undefined) tryAll([signIns.email, `browser ${browser}`])
      else tryAll([signIns.email, email], [signIns.address, address])
    },
    /** A successful sign-in does not reset the limits of other accounts. */
    signedIn({ email, address, browser }: Trying): void {
      if (browser !== undefined) signIns.email.forget(`browser ${browser}`)
      else {
        signIns.email.forget(email)
        signIns.address.giveBack(address)
      }
    },
    signUp: ({ email, address }: Trying) => tryAll([signUps, email], [signUps, address]),
  }
}

function tooOften(seconds: number): Refusal {
  const inWords = seconds === 1 ? 'a second' : `${seconds} seconds`
  return new Refusal(429, 'too_often', `Too many attempts. Wait ${inWords} and try again.`, { retryAfter: seconds })
}
