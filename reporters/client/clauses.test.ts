import { describe, expect, it } from 'vitest'
import { CLIENT_CLAUSES } from '../../spec/clients/clauses.ts'
import { clientExplanation } from '../../spec/clients/explanations.ts'
import { CLIENT_OPEN_POINTS } from '../../spec/clients/open-points.ts'
import { SUITES } from '../../suites/index.ts'
import { clauseList } from '../clauses.ts'
import { clientClauseList, clientClausesNamed, clientNames } from './clauses.ts'

describe('what binds clients', () => {
  it('is listed by itself: each clause and each open point', () => {
    const list = clientClauseList()
    for (const { rule } of CLIENT_CLAUSES) expect(list).toContain(`${rule}\n`)
    for (const { id } of [...CLIENT_CLAUSES, ...CLIENT_OPEN_POINTS]) expect(list).toContain(id)
    expect(list).toContain(`${CLIENT_CLAUSES.length} clauses bind clients`)
  })

  it('is no part of the list of what binds servers', () => {
    expect(clauseList(SUITES)).not.toMatch(/^client\./m)
  })

  it.each(CLIENT_CLAUSES)('is explained whole: $id', ({ id, level }) => {
    const { remedy, code } = clientExplanation(id)
    const text = clientClausesNamed(id, 100)!
    expect(text).toContain(`${id} (binds clients: ${level}`)
    expect(text.replace(/\s+/g, ' ')).toContain(remedy)
    for (const lines of Object.values(code)) for (const line of lines.split('\n')) expect(text).toContain(`  ${line}\n`)
  })

  it('has a text for each of its names, and none for another', () => {
    for (const name of clientNames()) expect(clientClausesNamed(name, 80)).toContain(name)
    expect(clientClausesNamed('auth.unknown-key', 80)).toBeUndefined()
  })
})
