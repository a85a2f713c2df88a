import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { configSchema } from './config-schema.ts'
import type { OptionName } from './options.ts'
import { readOptions } from './read-options.ts'
import { UsageError } from './target.ts'

const PRICES = { unit: 'credits', rates: [{ perSecond: '0.5' }] }

describe('options of a configuration file', () => {
  it.each<[OptionName, unknown, unknown]>([
    ['deadline', '1.5h', 5_400_000],
    ['maxDownload', '8MiB', 8 * 1024 ** 2],
    ['maxCost', 20, '20'],
    ['maxCost', '12.50', '12.50'],
    ['maxJobs', 3, 3],
    ['media', false, false],
    ['only', 'auth, paths', ['auth', 'paths']],
    ['only', ['auth', 'paths'], ['auth', 'paths']],
    ['waive', { 'auth.unknown-key': 'fixed soon' }, ['auth.unknown-key=fixed soon']],
    ['prices', PRICES, PRICES],
    ['report', ['junit=a.xml'], ['junit=a.xml']],
  ])('reads %s: %j', (name, written, read) => {
    expect(readOptions({ [name]: written }, 'f.json')).toEqual({ [name]: read })
    expect(fits({ $schema: 'x', [name]: written })).toBe(true)
  })

  it.each<[object, string, boolean]>([
    [{ deadline: 10 }, "deadline '10' is invalid. Write a time as 20ms, 3s or 10m.", false],
    [{ strict: 'yes' }, "strict 'yes' is invalid. It must be true or false.", false],
    [{ model: true }, "model 'true' is invalid. It must be text or a number.", false],
    [{ maxJobs: null }, "maxJobs 'null' is invalid. It must be text or a number.", false],
    [{ maxJobs: -1 }, 'It must be a whole number of at least 0.', false],
    [{ profile: 'standart' }, 'Did you mean standard?', false],
    [{ report: ['junti'] }, 'Did you mean junit?', true],
    [{ 'max-jobs': 1 }, 'unknown option max-jobs. Did you mean maxJobs?', false],
    [{ maxJob: 1 }, 'unknown option maxJob. Did you mean maxJobs?', false],
    [{ config: 'x' }, 'unknown option config', false],
    [{ key: 'cl_0123456789' }, 'keys are not allowed in a configuration file', false],
  ])('rejects %j', (content, message, isValid) => {
    expect(() => readOptions(content, 'f.json')).toThrow(UsageError)
    expect(() => readOptions(content, 'f.json')).toThrow(message)
    expect(fits(content)).toBe(isValid)
  })

  it('has a published schema that is up to date', () => {
    const published = readFileSync(new URL('config.schema.json', import.meta.url), 'utf8')
    expect(JSON.parse(published)).toEqual(configSchema())
  })
})

const fits = new Ajv2020({ allowUnionTypes: true }).compile(configSchema())
