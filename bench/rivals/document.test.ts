import { describe, expect, it } from 'vitest'
import {
  promisedOnly,
  readDocument,
  refusableOutside,
  withAliases,
  withLinks,
  withOpenObjects,
  withoutExamples,
  withStatusesSpelledOut,
} from './document.ts'
import type { Facts } from './rival.ts'
import { arazzoFor } from './tools/arazzo.ts'

const facts: Facts = { aliases: ['swift'], idPointer: '/data/id', judgesImagesLater: true }
const document = readDocument()
const textOf = (value: unknown) => JSON.stringify(value)

describe('the document that a tool is given', () => {
  it('names the aliases wherever a model may stand', () => {
    const { schemas } = withAliases(document, facts).components
    for (const name of ['PromptSubmission', 'ImageSubmission', 'UnpromisedSubmission']) {
      expect(textOf(schemas[name])).toContain('"model":{"type":"string","enum":["swift"]}')
    }
  })

  it('leads from a submission to its job, and from a poll to the next', () => {
    const { paths } = withLinks(document, facts)
    expect(paths['/videos']!.post!.responses['202']!.links).toMatchObject({
      poll: { operationId: 'readVideo', parameters: { id: '$response.body#/data/id' } },
    })
    expect(paths['/videos/{id}']!.get!.responses['200']!.links).toBeDefined()
  })

  it('has no links where nobody knows the place of the id', () => {
    const { idPointer: _, ...unplaced } = facts
    expect(withLinks(document, unplaced)).toBe(document)
  })

  it('has nothing that is open where only what is promised may be sent', () => {
    const { Submission } = promisedOnly(document, facts, 'https://images.example/a.png').components.schemas
    expect(textOf(Submission)).not.toContain('Unpromised')
    expect(textOf(Submission)).toContain('https://images.example/a.png')
  })

  it('says what has to be refused without what is open', () => {
    expect(refusableOutside(document, facts).components.schemas.Submission).toMatchObject({
      anyOf: [{ required: ['model', 'prompt'] }, { required: ['model', 'image_url'] }],
    })
  })

  it('lets any image pass where the server judges it later', () => {
    const anyImage = '"image_url":{"type":"string"}'
    expect(textOf(refusableOutside(document, facts).components.schemas.Submission)).toContain(anyImage)
    const strict = refusableOutside(document, { ...facts, judgesImagesLater: false })
    expect(textOf(strict.components.schemas.Submission)).not.toContain(anyImage)
  })

  it('has no example, no range of statuses and no closed object where a tool stumbles over them', () => {
    expect(textOf(withoutExamples(document))).not.toContain('"examples"')
    expect(Object.keys(withStatusesSpelledOut(document).paths['/videos']!.post!.responses)).not.toContain('4XX')
    expect(withOpenObjects(document).components.schemas.VideoJob).toMatchObject({ unevaluatedProperties: true })
  })

  it('is left as it was', () => expect(document).toEqual(readDocument()))
})

describe('the script for Respect', () => {
  const keys = { A: 'cl_a', A2: 'cl_a2', B: 'cl_b', R: 'cl_r' }
  const script = arazzoFor({ baseUrl: 'http://127.0.0.1:1/v1', keys, facts, seed: 1, folder: '' })

  it('calls only what the document has', () => {
    const known = [...textOf(document).matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name)
    const called = [...textOf(script).matchAll(/\$sourceDescriptions\.videos\.(\w+)/g)].map(([, name]) => name)
    expect(new Set(called)).toEqual(new Set(known))
  })

  it('has a name of its own for each workflow', () => {
    const names = script.workflows.map(({ workflowId }) => workflowId)
    expect(new Set(names).size).toBe(names.length)
  })
})
