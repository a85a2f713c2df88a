/** §4: the answer carries the id, under a name and in a shape that are not shown; null, true and empty things carry none. */
export const acceptedSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Accepted submission',
  description: 'Carries the job id, wherever it stands.',
  type: ['object', 'array', 'string', 'number'],
  minProperties: 1,
  minItems: 1,
  minLength: 1,
}

/** §4: the shapes of models, usage, capacity and balance are not shown. */
export const readingSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Reading',
  description: 'Any JSON.',
}

/** §7: the shape of an error outside the job record is not shown. */
export const errorSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Error',
  description: 'Any JSON.',
}
