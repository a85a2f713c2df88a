import { readHar } from '../../engine/judge/observed/har.ts'
import { targetIn, trafficTo } from '../../engine/judge/observed/traffic.ts'
import { observe } from '../../engine/run/observe.ts'
import { type Embedded, startEmbedded } from '../../fixtures/embedded.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { type Run, reported } from '../../reporters/outcome/run.ts'
import { SUITES } from '../index.ts'
import { type Known, OrdinaryClient } from './ordinary-client-for-tests.ts'

/** Judges a HAR file. */
export function judgedHar(text: string): Run {
  const har = readHar(text)
  const target = targetIn(har)
  if (!target) throw new Error('nothing in it asks for an endpoint')
  return reported(observe({ traffic: trafficTo(target, har), target, suites: SUITES }))
}

/** The traffic of a client that knows the server, or one with the same dialect. */
export async function ordinarySession(
  starting: Promise<Embedded>,
  known?: Known,
): Promise<{ run: Run; har: string; key: string }> {
  const { provision, close } = await starting
  try {
    const { A: key } = provision.keys
    const client = new OrdinaryClient(provision.baseUrl, key)
    const har = (await client.session(known ?? (await client.learn()))).har()
    return { run: judgedHar(har), har, key }
  } finally {
    await close()
  }
}

/** What a client knows of the reference service. */
export async function knownOfThePlainDialect(): Promise<Known> {
  const { provision, close } = await startEmbedded({ dialect: 'plain' })
  try {
    return await new OrdinaryClient(provision.baseUrl, provision.keys.A).learn()
  } finally {
    await close()
  }
}

export const brokenIn = ({ clauses }: Report) => clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
