import { defaultOf, optionEntries } from './options.ts'

/** JSON Schema of a configuration file, published as gatecheck/config.schema.json. */
export function configSchema(): object {
  const properties = optionEntries().flatMap(([name, option]) => {
    if (option.where === 'cli') return []
    const shown = defaultOf(option)
    const description = shown === undefined ? option.help : `${option.help} (default: ${shown})`
    return [[name, { description, ...option.schema }]]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:gatecheck:config:1',
    title: 'Configuration of gatecheck',
    description:
      'Content of gatecheck.config.json: options named as on the command line, in camel case. Keys are not allowed.',
    type: 'object',
    properties: {
      $schema: { description: 'URL or path of this schema, for editors.' },
      ...Object.fromEntries(properties),
    },
    additionalProperties: false,
  }
}
