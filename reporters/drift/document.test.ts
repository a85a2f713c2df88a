import { describe, expect, it } from 'vitest'
import { compareDocument } from '../../drift/openapi/openapi.ts'
import { OPENAPI_FORMATS } from '../../spec/openapi/text.ts'
import { documentJson, documentText } from './document.ts'

const about = { document: 'openapi.json', seen: undefined }
const screen = { ...about, quiet: false, color: false, width: 100 }
const published = (text: string) => compareDocument({ name: 'openapi.json', text })
const OWN = OPENAPI_FORMATS.json()

describe('what a published document says', () => {
  it('is nothing to speak of where it says what the law says', () => {
    expect(documentText(published(OWN), screen)).toMatch(/\n\nAGREES {2}openapi\.json says nothing that is not so\n$/)
  })

  it('is told place by place, with the verdict last', () => {
    const text = documentText(published(OWN.replace('"202"', '"201"')), screen)
    expect(text).toContain('Against the law\n  ✘ By the document POST /videos succeeds with 201; it is 202.')
    expect(text).toMatch(/\nMISLEADS {2}\d+ things? of openapi\.json would mislead a client[^\n]*\n$/)
  })

  it('is printed so that no terminal obeys it', () => {
    const text = documentText(published(OWN.replace('"202"', '"201"')), { ...screen, document: 'a\u001b[2J.json' })
    expect(text).not.toContain('\u001b')
  })

  it('can be had as JSON', () => {
    expect(JSON.parse(documentJson(published(OWN), about))).toMatchObject({ schema: 1, seen: null, findings: [] })
  })
})
