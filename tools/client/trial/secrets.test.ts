import { expect, it } from 'vitest'
import { scenarioCalled } from '../trials-for-tests.ts'
import { ClientLateness } from '../watching/lateness.ts'
import { tryIn } from './trial.ts'

const CLIENT = `
const base = process.env.GATECHECK_BASE_URL
const headers = { authorization: 'Bearer ' + process.env.GATECHECK_KEY, referer: 'https://a.test/?token=q7WkPz3LmXv81BtRa' }
const ask = async (path, body) => (await fetch(base + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json()
await ask('/login', { password: 'Tr0ub4dor&3-horse' })
const { id } = await ask('/videos', { model: 'swift', prompt: 'A lighthouse', duration: 1 })
for (;;) {
  const { status, url } = await ask('/videos/' + id)
  if (status === 'succeeded') { console.log(url); break }
  await new Promise((resolve) => setTimeout(resolve, 200))
}
`

it('judges a client by the signed URL it prints and redacts secrets in what it keeps', async () => {
  const trial = await tryIn(scenarioCalled('plain'), {
    command: [process.execPath, '--input-type=module', '-e', CLIENT],
    seed: 1,
    timeoutMs: 60_000,
    lateness: new ClientLateness(),
    environment: process.env,
  })
  const verdicts = new Map(trial.judgement.clauses.map(({ id, verdict }) => [id, verdict.verdict]))
  expect(trial.ended.end).toEqual({ exit: 0 })
  expect(verdicts.get('client.ends-well-only-with-a-video')).toBe('pass')
  const { ended: _, ...kept } = trial
  const text = JSON.stringify(kept)
  expect(/signature=(?!\{\{S)[^"&\\]{8}/.exec(text)).toBeNull()
  expect(['q7WkPz3LmXv81BtRa', 'Tr0ub4dor&3-horse'].filter((each) => text.includes(each))).toEqual([])
  expect(trial.output).toMatch(/^http\S+signature=\{\{S\w{7}\}\}\s*$/)
})
