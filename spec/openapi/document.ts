import type { OpenAPIV3_1 } from 'openapi-types'
import { CLAUSES, type ClauseId } from '../clauses.ts'
import { KEY_PREFIX, VERSION_SEGMENT } from '../words.ts'
import { answerSchemas } from './answer-schemas.ts'
import { cited } from './citing.ts'
import { jobSchemas } from './job-schemas.ts'
import { paths, TAGS } from './operations.ts'
import { errorResponses, headers } from './responses.ts'
import { submissionSchemas } from './submission-schemas.ts'

type Components = OpenAPIV3_1.ComponentsObject
export type Document = OpenAPIV3_1.Document & { components: Components; paths: OpenAPIV3_1.PathsObject }

/** The specification as OpenAPI. What the specification leaves open, the document leaves open. */
export function openapiDocument(): Document {
  const elements = {
    servers: [
      {
        url: `{origin}/${VERSION_SEGMENT}`,
        ...cited('The base URL ends with the version exactly once.', {
          clauses: ['paths.version-once', 'paths.version-present', 'paths.unknown-path'],
          open: ['paths.other-version', 'paths.trailing-slash', 'paths.encoded-slash', 'paths.unknown-without-key'],
        }),
        variables: { origin: { default: 'https://video.invalid', description: 'Scheme and host of the service.' } },
      },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ key: [] }],
    paths: paths(),
    webhooks: {},
    components: {
      securitySchemes: {
        key: {
          type: 'http' as const,
          scheme: 'bearer',
          bearerFormat: `${KEY_PREFIX}…`,
          ...cited('One Authorization header: Bearer, a space, one key. Use it from servers only.', {
            clauses: clausesOf('§5'),
            open: ['auth.lower-case-bearer', 'auth.extra-spaces', 'auth.two-headers'],
          }),
        },
      },
      schemas: { ...submissionSchemas(), ...jobSchemas(), ...answerSchemas() },
      responses: errorResponses(),
      headers: headers(),
    },
  }
  return { openapi: '3.1.1', info: infoBeside(elements), ...elements }
}

/** Cites the clauses that no other element cites. */
function infoBeside(elements: object): OpenAPIV3_1.InfoObject {
  const text = JSON.stringify(elements)
  return {
    title: 'Video generation',
    summary: 'Submit a job, poll it until it is final, download the video.',
    ...cited(
      'An asynchronous video-generation service. `x-clauses` lists the clauses of the specification behind an element, ' +
        '`x-open` the questions that it leaves open; `gatecheck clauses ID` explains either. ' +
        'Generated from the data in `spec/`: do not edit.',
      {
        clauses: CLAUSES.map(({ id }) => id).filter((id) => !text.includes(`"${id}"`)),
        open: ['http.compression', 'http.charset', 'http.connection-reuse', 'paths.head', 'paths.wrong-method'],
      },
    ),
    version: VERSION_SEGMENT,
    contact: { name: 'Maintainers of gatecheck' },
    license: { name: 'MIT', identifier: 'MIT' },
  }
}

function clausesOf(section: string): ClauseId[] {
  return CLAUSES.filter((each) => /^(auth|browser)\./.test(each.id) && each.section.startsWith(section)).map(
    ({ id }) => id,
  )
}
