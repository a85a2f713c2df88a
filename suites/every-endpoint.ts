import { ENDPOINTS, type EndpointName } from '../spec/endpoints.ts'
import { type Drive, NotTried, type Twin } from '../runner/drive.ts'
import type { RequestTemplate } from '../runner/exchange.ts'

/** One way of breaking a good request. Undefined where the request has no such place. */
export type Malformation = {
  what: string
  of(request: RequestTemplate): RequestTemplate | undefined
}

export const ENDPOINT_COUNT = ENDPOINTS.length

/** Tries every malformation on every endpoint, then asks with a good request whether the key still works. */
export async function onEveryEndpoint(drive: Drive, malformations: readonly Malformation[]): Promise<void> {
  await forEveryEndpoint(drive, async (twin, name) => {
    for (const { what, of } of malformations) {
      const broken = of(twin.request)
      if (broken) await drive.probe(`${what}, ${name}`, twin, broken)
    }
  })
}

/** Each endpoint whose good request is known to succeed; the others are gaps, and said so. */
export async function forEveryEndpoint(
  drive: Drive,
  visit: (twin: Twin, name: EndpointName) => Promise<void>,
  endpoints: readonly EndpointName[] = ENDPOINTS.map(({ name }) => name),
): Promise<void> {
  let control: Twin | undefined
  for (const name of endpoints) {
    try {
      const twin = await drive.twin(name)
      if (twin.request.method === 'GET') control ??= twin
      await visit(twin, name)
    } catch (error) {
      if (!(error instanceof NotTried)) throw error
      drive.gap(name, error.message)
    }
  }
  if (control) await drive.control(control)
}
