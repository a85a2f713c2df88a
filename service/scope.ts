import type { Behaviour } from './interface/behaviour.ts'
import type { Caller, Incoming, World } from './interface/world.ts'
import type { JobParameters } from './store/job.ts'

/** For which requests a layer is there: all that is said has to hold. */
export type Scope = {
  account?: string
  /** The id of a key, or its label. */
  key?: string
  /** The alias that a job was ordered with; requests about no job are outside. */
  model?: string
  /** Words of a job's prompt, in whatever case. */
  prompt?: string
}

export const SCOPE_NAMES = ['account', 'key', 'model', 'prompt'] as const satisfies (keyof Scope)[]

/** What a request is about, as far as a scope can ask. */
export type Subject = Partial<Caller> & { label?: string; model?: unknown; prompt?: unknown }

export function isWithin(scope: Scope, subject: Subject): boolean {
  const { account, key, model, prompt } = scope
  if (account !== undefined && subject.account !== account) return false
  if (key !== undefined && subject.keyId !== key && subject.label !== key) return false
  if (model !== undefined && subject.model !== model) return false
  return prompt === undefined || (typeof subject.prompt === 'string' && includes(subject.prompt, prompt))
}

function includes(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase())
}

/** `plain`: the decisions without any layer, for one that counts must not count this. */
export function subjectOf(incoming: Incoming, plain: Behaviour, world: World, known?: Caller): Subject {
  const route = plain.route(incoming)
  if (route.kind === 'result file') {
    const job = world.store.jobs.ofFile(route.file)
    return job ? { ...whose(job, world), ...wishes(job.parameters) } : {}
  }
  const caller = known ?? plain.admit(incoming)
  if (!caller) return {}
  const subject = whose(caller, world)
  if (route.kind !== 'operation') return subject
  if (route.operation === 'POST /videos') return { ...subject, ...wishes(fieldsIn(incoming.body)) }
  const job = route.id === undefined ? undefined : world.store.jobs.get(route.id)
  return job?.account === caller.account ? { ...subject, ...wishes(job.parameters) } : subject
}

function whose({ account, keyId }: Caller, { store }: World): Subject {
  const label = store.keys.get(keyId)?.label
  return { account, keyId, ...(label !== undefined && { label }) }
}

function wishes({ model, prompt }: Partial<Record<keyof JobParameters, unknown>>): Subject {
  return { model, prompt }
}

function fieldsIn(body: Buffer): Record<string, unknown> {
  try {
    return { ...JSON.parse(body.toString().replace(/^\uFEFF/, '')) }
  } catch {
    return {}
  }
}
