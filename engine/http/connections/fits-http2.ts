import type { WireRequest } from './sending.ts'

/** As everybody writes them: other letters are meant, and HTTP/2 knows small ones alone. */
const USUAL_NAME = /^[A-Z][a-z0-9]*(-[A-Z][a-z0-9]*)*$/
/** They speak of a connection of HTTP/1.1. */
const OF_THE_CONNECTION =
  /^(connection|keep-alive|proxy-connection|transfer-encoding|upgrade|te|host|expect|content-length)$/i

/**
 * Whether HTTP/2 carries a request as it was meant. What is odd on purpose in its letters, or comes twice, would be sent
 * otherwise or not at all: it goes over HTTP/1.1.
 */
export function fitsHttp2({ method, path, headers }: WireRequest): boolean {
  const names = headers.map(([name]) => name.toLowerCase())
  return (
    /^[A-Z]+$/.test(method) &&
    method !== 'CONNECT' &&
    /^\/[!-"$-~]*$/.test(path) &&
    new Set(names).size === names.length &&
    headers.every(
      ([name, value]) =>
        USUAL_NAME.test(name) && !OF_THE_CONNECTION.test(name) && /^([!-~]([ -~]*[!-~])?)?$/.test(value),
    )
  )
}
