import type { RawRequest } from './response-reader.ts'

/** HTTP/2 has only lowercase names, but probes use unusual capitals on purpose. */
const USUAL_NAME = /^[A-Z][a-z0-9]*(-[A-Z][a-z0-9]*)*$/
const HTTP_1_1_ONLY =
  /^(connection|keep-alive|proxy-connection|transfer-encoding|upgrade|te|host|expect|content-length)$/i

/** Whether HTTP/2 can carry a request unchanged. Others are sent over HTTP/1.1. */
export function fitsHttp2({ method, path, headers }: RawRequest): boolean {
  const names = headers.map(([name]) => name.toLowerCase())
  return (
    /^[A-Z]+$/.test(method) &&
    method !== 'CONNECT' &&
    /^\/[!-"$-~]*$/.test(path) &&
    new Set(names).size === names.length &&
    headers.every(
      ([name, value]) => USUAL_NAME.test(name) && !HTTP_1_1_ONLY.test(name) && /^([!-~]([ -~]*[!-~])?)?$/.test(value),
    )
  )
}
