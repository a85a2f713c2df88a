import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPORTERS } from '../../reporters/index.ts'
import { around, type Behaviour } from '../../service/interface/behaviour.ts'
import { type RunningService, startService } from '../../service/start.ts'
import { command, environmentOf, FAST, type Finished, temporaryFolder } from './command.ts'

/** Says back whatever it was told, in every encoding in which text travels. */
function echoEverything(behaviour: Behaviour): void {
  around(behaviour, 'finish', async (next, answer, incoming, context) => {
    const told = `${incoming.headers.authorization ?? ''} ${incoming.url} ${incoming.headers.cookie ?? ''} ${incoming.headers['x-api-key'] ?? ''}`
    const finished = await next(answer, incoming, context)
    const body =
      typeof finished.body === 'object' && finished.body !== null && !Array.isArray(finished.body)
        ? finished.body
        : { was: finished.body }
    return {
      ...finished,
      headers: {
        ...finished.headers,
        'x-told': told.replace(/[^\x20-\x7e]/g, ''),
        'x-told-64': base64(told),
        'set-cookie': `told=${percent(told)}`,
      },
      body: {
        ...body,
        told,
        upper: told.toUpperCase(),
        base64: base64(told),
        shifted: base64(`?${told}`),
        again: base64(`??${told}`),
        hex: hex(told),
        percent: percent(told),
      },
    }
  })
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const escapes = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
/** What base64 makes of the text wherever it begins, less the ends that depend on its neighbours. */
const base64Cores = (text: string) =>
  [0, 1, 2].map((pad) => base64('?'.repeat(pad) + text).slice(pad === 0 ? 0 : 4, -4))

function traces(key: string): string[] {
  const less = Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1))
  return [key, ...less].flatMap((each) => [
    each,
    each.toUpperCase(),
    each.toLowerCase(),
    hex(each),
    percent(each),
    percent(each).toUpperCase(),
    escapes(each),
    ...base64Cores(each),
  ])
}

let folder: ReturnType<typeof temporaryFolder>
let service: RunningService
let finished: Finished
let judged: Finished

beforeAll(async () => {
  folder = temporaryFolder()
  service = await startService({ layers: [{ name: 'echoes everything', patch: echoEverything }] })
  finished = await command(['run', ...FAST, '--report', Object.keys(REPORTERS).join()], {
    cwd: folder.path,
    env: environmentOf(service),
  })
  judged = await command(['judge'], { cwd: folder.path })
})

afterAll(async () => {
  await service.close()
  folder.remove()
})

describe('a server that echoes every key', () => {
  it('fails', () => {
    expect(finished.code).toBe(1)
    expect(finished.stdout).toContain('auth.key-never-shown')
  })

  it('gets no key into a file or the terminal in any encoding, nor a key that lacks a character', () => {
    const dir = join(folder.path, '.gatecheck')
    const files = readdirSync(dir).map((name): [string, string] => [name, readFileSync(join(dir, name), 'utf8')])
    expect(files.map(([name]) => name).sort()).toEqual(
      ['.gitignore', 'history.jsonl', ...Object.values(REPORTERS).map(({ file }) => file)].sort(),
    )
    const texts: [string, string][] = [
      ...files,
      ['stdout', finished.stdout],
      ['stderr', finished.stderr],
      ['judge', judged.stdout + judged.stderr],
    ]
    for (const key of Object.values(service.keys)) {
      for (const trace of traces(key)) {
        for (const [name, text] of texts) expect(text.includes(trace), `${name} holds ${trace}`).toBe(false)
      }
    }
  })
})
