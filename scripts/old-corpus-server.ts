import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

// Serves the servers of another checkout, whose folder is the argument. One line of JSON on stdin: {"list": true},
// {"serve": {kind, id, dialect}} or {"end": number}. One line on stdout answers each, in order.

type Served = { kind: string; id: string; dialect: string }
// The exports of that checkout, which is older than the types of this one.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Old = any

const [folder] = process.argv.slice(2) as [string]
const load = (path: string): Promise<Old> => import(pathToFileURL(join(folder, path)).href)
const [faults, variants, families, undecidable, strangers, hostile, embedded, layers, dialects, start, recorders] =
  await Promise.all([
    load('fixtures/faults/index.ts'),
    load('fixtures/variants/index.ts'),
    load('fixtures/families/index.ts'),
    load('fixtures/undecidable/index.ts'),
    load('fixtures/strangers/index.ts'),
    load('fixtures/hostile/index.ts'),
    load('fixtures/embedded.ts'),
    load('fixtures/layer-of.ts'),
    load('service/dialects/index.ts'),
    load('fixtures/hostile/base/start.ts'),
    load('fixtures/hostile/trial/recorder.ts'),
  ])
/** Nothing needs more polls to show than this. */
const MOST_POLLS = 5

const KINDS: Record<string, Old[]> = {
  fault: [...faults.FAULTS, ...families.FAMILY_FAULTS],
  variant: [...variants.VARIANTS, ...families.NEIGHBOURS],
  undecidable: undecidable.UNDECIDABLE,
  stranger: strangers.STRANGERS,
  "stranger's fault": strangers.STRANGERS.flatMap((each: Old) => each.faults),
  hostile: hostile.HOSTILE,
}

const listed = Object.entries(KINDS).flatMap(([kind, all]) =>
  all.flatMap((each: Old) => {
    const { id, breaks, stillMissed, isNone, isEndless, expect, options, profile } = each
    const own = kind === 'fault' || kind === 'variant' || kind === 'undecidable'
    const shown = Object.keys(dialects.DIALECTS).filter((name) => each.showsIn?.(dialects.DIALECTS[name]) ?? true)
    const about = {
      kind,
      id,
      breaks,
      stillMissed,
      isNone,
      isEndless,
      expect,
      profile,
      ...(kind === 'hostile' && { options }),
    }
    return (own ? shown : ['own']).map((dialect) => ({ ...about, dialect }))
  }),
)

const running = new Map<number, () => Promise<unknown>>()
let count = 0

async function started(subject: Old, kind: string, dialect: string): Promise<Old> {
  if (kind === 'stranger' || kind === "stranger's fault") return embedded.asEmbedded(await subject.start())
  if (kind !== 'hostile')
    return embedded.startEmbedded({
      dialect,
      polls: Math.min(MOST_POLLS, dialects.DIALECTS[dialect].jobs.polls),
      layers: [layers.layerOf(subject)],
    })
  const recorder = await recorders.startRecorder()
  const { close, ...target } = await start.startHostile(subject, recorder.origin)
  return embedded.asEmbedded({
    ...target,
    close: async () => {
      close()
      recorder.close()
    },
  })
}

async function serve({ kind, id, dialect }: Served): Promise<object> {
  const subject = KINDS[kind]!.find((each) => each.id === id)
  if (!subject) throw new Error(`no ${kind} is called ${id}`)
  const number = ++count
  const server = await started(subject, kind, dialect)
  running.set(number, () => server.close())
  return { number, provision: server.provision }
}

process.on('uncaughtException', (error) => process.stderr.write(`${error}\n`))
createInterface({ input: process.stdin })
  .on('close', () => process.exit())
  .on('line', async (line) => {
    const { ask, list, serve: served, end } = JSON.parse(line)
    let said: object
    try {
      if (list) said = { listed }
      else if (served) said = await serve(served)
      else {
        await running.get(end)?.()
        running.delete(end)
        said = {}
      }
    } catch (error) {
      said = { error: String(error) }
    }
    process.stdout.write(`${JSON.stringify({ ask, ...said })}\n`)
  })
