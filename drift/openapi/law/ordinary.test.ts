import { describe, expect, it } from 'vitest'
import { judgeBody } from '../../../spec/oracle.ts'
import { FIELDS, type FieldName } from '../../../spec/words.ts'
import { type Changeable, compared, ORDINARY } from '../documents-for-tests.ts'
import type { DocumentFinding } from '../finding.ts'
import { bodiesAbout, bodiesOfAll, IMAGE } from './bodies.ts'

type Some = Partial<DocumentFinding>
const inShort = ({ kind, about, endpoint, status, pointer, states, received }: Some) =>
  [kind, about, endpoint, status, pointer, states?.join(), received].map((each) => each ?? '').join(' | ')

describe('an ordinary document', () => {
  const of = (change: (document: Changeable) => void) => {
    const document = structuredClone(ORDINARY) as Changeable
    change(document)
    return compared(JSON.stringify(document)).findings
  }
  const order = (change: (properties: Changeable, schema: Changeable) => void) =>
    of(({ components }) => change(components.schemas.Order.properties, components.schemas.Order))

  it('leaves out no more than what is there in one state alone', () => {
    expect(of(() => {}).map(inShort)).toEqual([
      'done, not said | required | GET /videos/{id} | 200 | /error | failed | may be missing',
      'done, not said | required | GET /videos/{id} | 200 | /stage | running | may be missing',
      'done, not said | required | GET /videos/{id} | 200 | /url | succeeded | may be missing',
    ])
  })

  it.each<[string, (properties: Changeable, schema: Changeable) => void, Some]>([
    [
      'a shorter range',
      ({ duration }) => {
        duration.maximum = 30
      },
      {
        kind: 'contradicts',
        about: 'accepted',
        pointer: '/duration',
        expected: '60 accepted',
        received: 'refused (maximum: 30)',
      },
    ],
    [
      'an open end',
      ({ fps }) => {
        fps.exclusiveMaximum = true
      },
      { kind: 'contradicts', pointer: '/fps', expected: '120 accepted', received: 'refused (exclusiveMaximum: 120)' },
    ],
    [
      'whole numbers alone',
      ({ duration }) => {
        duration.type = 'integer'
      },
      { kind: 'contradicts', pointer: '/duration', level: 'should', clause: 'submission.fractions-accepted' },
    ],
    [
      'no range',
      ({ fps }) => {
        delete fps.maximum
        delete fps.minimum
      },
      { kind: 'done, not said', about: 'refused', pointer: '/fps', clause: 'submission.fps-in-range' },
    ],
    [
      'fewer words',
      ({ resolution }) => {
        resolution.enum = ['480p', '720p', '1080p']
      },
      { kind: 'contradicts', pointer: '/resolution', expected: '"2k" or "4k" accepted' },
    ],
    [
      'any word',
      ({ resolution }) => {
        delete resolution.enum
      },
      { kind: 'done, not said', about: 'refused', pointer: '/resolution' },
    ],
    [
      'more bit depths',
      ({ bit_depth }) => {
        bit_depth.enum.push(12)
      },
      { kind: 'done, not said', pointer: '/bit_depth', expected: '12 refused' },
    ],
    [
      'a list of ratios',
      ({ ratio }) => {
        ratio.pattern = '^(16:9|9:16|1:1)$'
      },
      { kind: 'contradicts', pointer: '/ratio', level: 'should', expected: '"4:3" or "21:9" accepted' },
    ],
    [
      'a field less',
      (properties) => delete properties.bit_depth,
      { kind: 'done, not said', about: 'field', pointer: '/bit_depth' },
    ],
    [
      'no model needed',
      (_, schema) => delete schema.required,
      { kind: 'done, not said', about: 'refused', clause: 'submission.model-required' },
    ],
    [
      'neither prompt nor image needed',
      (_, schema) => delete schema.anyOf,
      { kind: 'done, not said', clause: 'submission.prompt-or-image-required' },
    ],
    [
      'an empty prompt',
      ({ prompt }) => delete prompt.minLength,
      { kind: 'done, not said', clause: 'submission.empty-prompt-refused' },
    ],
    [
      'a field more that is needed',
      (properties, schema) => {
        properties.title = {}
        schema.required.push('title')
      },
      { kind: 'contradicts', received: 'refused (required)' },
    ],
  ])('says so when a submission has %s', (_, change, expected) => {
    const about = order(change).filter(({ part }) => part === 'request')
    expect(about).toContainEqual(expect.objectContaining({ side: 'law', ...expected }))
    expect(about.length).toBeLessThan(3)
  })

  it('may list its models', () => {
    expect(
      order(({ model }) => {
        model.enum = ['film-1', 'film-2']
      }),
    ).toHaveLength(3)
  })

  it('is read where its paths hold the version, and its parameters are called anything', () => {
    const findings = of((document) => {
      document.servers = [{ url: '/api' }]
      const paths = Object.entries(document.paths).map(([path, item]) => [`/v1${path.replace('jobId', 'any')}/`, item])
      document.paths = Object.fromEntries([...paths, ['/admin/models', { get: { responses: {} } }]])
    })
    expect(findings).toHaveLength(3)
  })

  it('has findings that are the same on another day, in an order that stays', () => {
    const some = (document: Changeable) => {
      delete document.security
      delete document.paths['/usage']
      document.components.schemas.Job.allOf[1].properties.status.enum = ['queued', 'done']
    }
    const findings = of(some)
    expect(findings).toEqual(of(some))
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
    const reversed = of((document) => {
      document.paths = Object.fromEntries(Object.entries(document.paths).reverse())
      some(document)
    })
    expect(reversed).toEqual(findings)
  })
})

describe('the bodies that are tried', () => {
  const opinions = (bodies: { body: unknown }[]) =>
    new Set(bodies.map(({ body }) => judgeBody(body, { aliases: ['film'], images: [IMAGE] }).verdict))

  it.each(Object.keys(FIELDS) as FieldName[])('show what the law says of %s', (name) => {
    const twin = name === 'image_url' ? { model: 'film', image_url: IMAGE } : { model: 'film', prompt: 'A boat.' }
    expect(opinions(bodiesAbout(name, twin))).toContain('refuse')
    if (!['model', 'image_url'].includes(name)) expect(opinions(bodiesAbout(name, twin))).toContain('accept')
  })

  it('show what the law says of a body as such', () => {
    expect(opinions(bodiesOfAll('film'))).toEqual(new Set(['refuse']))
  })
})
