import type { Target } from '../rival.ts'

const ENDED = '$response.body#/status == "succeeded"'

const OK = '$statusCode == 200'
const REFUSED =
  '$statusCode >= 400 && $statusCode < 500 && $statusCode != 401 && $statusCode != 404 && $statusCode != 429'
/** Retries as Retry-After says if capacity or rate is limited. */
const WHERE_LIMITED = {
  name: 'limited',
  type: 'retry',
  retryAfter: 1,
  retryLimit: 2,
  criteria: [{ condition: '$statusCode == 429' }],
}
const UNKNOWN_ID = 'b7d1c2f0-0000-4000-8000-000000000000'
const READINGS = { models: 'listModels', usage: 'readUsage', capacity: 'readCapacity', balance: 'readBalance' }

type Step = Record<string, unknown> & { stepId: string }
type Workflow = { workflowId: string; steps: Step[] }

/**
 * What an author who has read the specification would write in an afternoon. Each test is a separate workflow, since
 * the first failure ends a workflow and would hide the rest.
 */
export function arazzoFor(target: Target): { arazzo: string; workflows: Workflow[] } & Record<string, unknown> {
  const { keys, facts, imageUrl } = target
  const [model, otherModel = model] = facts.aliases
  const plainest = { model, prompt: 'A lighthouse in fog' }
  const everything = { resolution: '4k', duration: 60, fps: 120, ratio: '9:16', bit_depth: 10 }
  const smallest = { resolution: '480p', duration: 1, fps: 1, ratio: '1:1', bit_depth: 8 }
  const films = {
    plainest,
    plainestAgain: plainest,
    everything: { ...plainest, ...everything },
    smallest: { ...plainest, model: otherModel, ...smallest },
    fractions: { ...plainest, duration: 2.5, fps: 23.976 },
    ...(imageUrl && { image: { model, image_url: imageUrl } }),
  }
  const badBodies = {
    nothing: {},
    noPrompt: { model },
    emptyPrompt: { ...plainest, prompt: '' },
    noModel: { prompt: plainest.prompt },
    unknownModel: { ...plainest, model: 'no-such-model' },
    badResolution: { ...plainest, resolution: '8k' },
    tooShort: { ...plainest, duration: 0.5 },
    tooLong: { ...plainest, duration: 61 },
    tooSlow: { ...plainest, fps: 0 },
    tooFast: { ...plainest, fps: 121 },
    badRatio: { ...plainest, ratio: 'wide' },
    badDepth: { ...plainest, bit_depth: 9 },
    durationAsText: { ...plainest, duration: '5' },
    list: [plainest],
  }
  const badKeys = {
    without: undefined,
    unknown: `Bearer ${keys.A.slice(0, -4)}XXXX`,
    bare: keys.A,
    revoked: bearer(keys.R),
  }
  const good = bearer(keys.A)
  return {
    arazzo: '1.0.1',
    info: { title: 'The law of the interface', version: '1' },
    sourceDescriptions: [{ name: 'videos', type: 'openapi', url: 'openapi.json' }],
    workflows: [
      ...Object.entries(READINGS).map(([name, operation]) => alone(name, step(operation, good, [OK]))),
      ...Object.entries(films).map(([name, body]) => film(name, body, target)),
      ...Object.entries(badBodies).map(([name, body]) => alone(name, submission(body, good, [REFUSED]))),
      ...Object.entries(badKeys).flatMap(([name, key]) => [
        ...Object.entries(READINGS).map(([reading, operation]) =>
          alone(`${reading}-${name}-key`, step(operation, key, ['$statusCode == 401'])),
        ),
        alone(`submission-${name}-key`, submission(plainest, key, ['$statusCode == 401'])),
        alone(`poll-${name}-key`, poll(UNKNOWN_ID, key, ['$statusCode == 401'])),
      ]),
      alone('unknown-id', poll(UNKNOWN_ID, good, ['$statusCode == 404'])),
    ],
  }
}

function film(name: string, body: unknown, { keys, facts }: Target): Workflow {
  const good = bearer(keys.A)
  const submitted = submission(body, good, ['$statusCode == 202'])
  const id = '$steps.submitVideo.outputs.id'
  if (facts.idPointer === undefined) return alone(`film-${name}`, submitted)
  const again = { name: 'again', type: 'retry', retryAfter: 0.01, retryLimit: 100, criteria: [{ condition: OK }] }
  const named = (stepId: string, { stepId: _, ...rest }: Step): Step => ({ stepId, ...rest })
  return {
    workflowId: `film-${name}`,
    steps: [
      { ...submitted, outputs: { id: `$response.body#${facts.idPointer}` } },
      named('foreign', poll(id, bearer(keys.B), ['$statusCode == 404'])),
      named('keyless', poll(id, undefined, ['$statusCode == 401'])),
      { ...named('end', poll(id, good, [OK, ENDED])), onFailure: [again, WHERE_LIMITED] },
      named('once-more', poll(id, good, [OK, ENDED])),
      named('sister-key', poll(id, bearer(keys.A2), [OK, ENDED])),
      named('foreign-at-the-end', poll(id, bearer(keys.B), ['$statusCode == 404'])),
      named('keyless-at-the-end', poll(id, undefined, ['$statusCode == 401'])),
    ],
  }
}

function alone(workflowId: string, only: Step): Workflow {
  return { workflowId, steps: [only] }
}

function submission(payload: unknown, authorization: string | undefined, conditions: readonly string[]): Step {
  return {
    ...step('submitVideo', authorization, conditions),
    requestBody: { contentType: 'application/json', payload },
  }
}

function poll(id: string, authorization: string | undefined, conditions: readonly string[]): Step {
  return step('readVideo', authorization, conditions, [{ in: 'path', name: 'id', value: id }])
}

function step(
  operation: string,
  authorization: string | undefined,
  conditions: readonly string[],
  more: readonly object[] = [],
): Step {
  const parameters = [
    ...more,
    ...(authorization ? [{ in: 'header', name: 'Authorization', value: authorization }] : []),
  ]
  return {
    stepId: operation,
    operationId: `$sourceDescriptions.videos.${operation}`,
    ...(parameters.length > 0 && { parameters }),
    successCriteria: conditions.map((condition) => ({ condition })),
    onFailure: [WHERE_LIMITED],
  }
}

const bearer = (key: string | undefined) => `Bearer ${key}`
