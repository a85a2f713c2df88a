import { describe, expect, it } from 'vitest'
import { SUITE } from '../settings/version.ts'
import { newRunName, saysWhoAsks, userAgentOf } from './user-agent.ts'

const request = { method: 'GET', path: '/v1/models', headers: [['Authorization', 'Bearer {{A}}'] as const] }

describe('who asks', () => {
  it('is said by the tool, its version and the run', () => {
    expect(userAgentOf('k7m2p9qx')).toEqual(['User-Agent', `gatecheck/${SUITE.version} (run k7m2p9qx)`])
  })

  it('is called by another name in each run, of letters that nobody confuses', () => {
    const names = new Set(Array.from({ length: 200 }, newRunName))
    expect(names.size).toBe(200)
    for (const name of names) expect(name).toMatch(/^[a-hj-km-np-z2-9]{8}$/)
  })

  it('is not said where a request says so itself, or stands for another program', () => {
    expect(saysWhoAsks(request)).toBe(true)
    expect(saysWhoAsks({ ...request, headers: [['user-agent', '']] })).toBe(false)
    expect(saysWhoAsks({ ...request, plain: true })).toBe(false)
  })
})
