/** Unused form tokens from the service. */
const forms = []
const whenSignedOut = new Set()

export class Refused extends Error {
  constructor(status, { code = 'unknown', message = `The service returned ${status}.`, field } = {}) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
  }
}

export const onSignedOut = (listener) => whenSignedOut.add(listener)

export const get = (path) => asked(path, { method: 'GET' })

/** Sends a change, with a form token if there is one. */
export async function change(method, path, body) {
  const form = forms.shift() ?? (await fresh())
  return asked(path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...(form && { 'gatecheck-form': form }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

export const post = (path, body) => change('POST', path, body)

export function forgetForms() {
  forms.length = 0
}

async function fresh() {
  await asked('/console/session', { method: 'GET' })
  return forms.shift()
}

async function asked(path, options) {
  const answer = await fetch(path, { ...options, credentials: 'same-origin' }).catch(() => {
    throw new Refused(0, { code: 'unreachable', message: 'Cannot reach the service. Is it still running?' })
  })
  const next = answer.headers.get('gatecheck-next-form')
  if (next) forms.push(next)
  const text = await answer.text()
  const json = jsonIn(text)
  if (answer.ok) return json
  if (answer.status === 401 && json?.error?.code === 'not_signed_in') for (const listener of whenSignedOut) listener()
  throw new Refused(
    answer.status,
    typeof json?.error === 'object' ? json.error : { message: json?.detail ?? json?.message },
  )
}

function jsonIn(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
