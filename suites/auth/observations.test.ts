import { describe, expect, it } from 'vitest'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, see } from '../../engine/judge/handwritten-for-tests.ts'
import { auth } from './index.ts'

const tried = (by: string, status: number) => answered(status, { by, part: 'observation' })

describe.each(auth.checks.filter(isObservation))('$id', (check) => {
  const [one, other] =
    check.id === 'auth.www-authenticate'
      ? [answered(401, { headers: { 'WWW-Authenticate': 'Bearer realm="videos"' } }), answered(401)]
      : [tried(check.id, 200), tried(check.id, 401)]

  it("names the server's choice", () => {
    const evidence = [one.n, one.n]
    expect(see(check, [one, one])).toEqual({ choice: expect.any(String), values: [expect.any(String)], evidence })
  })

  it('says that a server is inconsistent', () => {
    expect(see(check, [one, other])).toMatchObject({ inconsistent: '2 behaviours in this run' })
  })

  it('names none after 429 or no request', () => {
    expect(see(check, [])).toBeUndefined()
    expect(see(check, [tried(check.id, 429)])).toBeUndefined()
  })
})
