import type { Behaviour } from './interface/behaviour.ts'
import type { Caller, Incoming, World } from './interface/world.ts'
import type { JobParameters } from './store/job.ts'

/** The requests that a layer applies to: all given conditions must match. */
export type Scope = {
  account?: string
  /** Id or label of a key. */
  key?: string
  /** The model alias of the job; requests without a job do not match. */
  model?: string
  /** Part of the job's prompt, case-insensitive. */
  prompt?: string
}

export const SCOPE_NAMES = ['account', 'key', 'model', 'prompt'] as const satisfies (keyof Scope)[]

/** The properties of a request that a scope checks. */
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

/** `plain`: the decisions without layers, so that counting layers do not count this call. */
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
