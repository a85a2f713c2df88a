import * as nodeModule from 'node:module'
import { dirname } from 'node:path'

/**
 * For the environment of threads and processes that are started: where this one keeps what was compiled, they do, too, and
 * start in half the time. Nothing where nothing is kept.
 */
export function whereCompiled(): { NODE_COMPILE_CACHE?: string } {
  const folder = nodeModule.getCompileCacheDir?.()
  // Each Node has a folder of its own in the one that it is told.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
