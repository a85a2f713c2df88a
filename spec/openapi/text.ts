import { stringify } from 'yaml'
import { openapiDocument } from './document.ts'

export const OPENAPI_FORMATS = {
  json: () => `${JSON.stringify(openapiDocument(), null, 2)}\n`,
  yaml: () =>
    `# Generated from the data in spec/ by "npm run generate": do not edit.\n${stringify(openapiDocument(), {
      aliasDuplicateObjects: false,
      blockQuote: 'literal',
      lineWidth: 0,
    })}`,
} as const satisfies Record<string, () => string>
