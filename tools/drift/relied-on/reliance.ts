import { UsageError } from '../../../engine/config/target.ts'
import { list } from '../../../engine/history/reading/words.ts'
import { textOf } from '../baseline/files.ts'
import { NoClientFile, type Relied, reliedOn } from './relied-on.ts'

export type Reliance = { isReliedOn: Relied['isReliedOn']; summary: string }

/** What a client reads, from the files that it has been told in; nothing where there are none. */
export function relianceIn(paths: readonly string[], isDemanded: boolean): Reliance | undefined {
  if (paths.length === 0) {
    if (isDemanded)
      throw new UsageError('--only-relied-on requires --relies-on FILE, a Pact file or HAR of your client')
    return undefined
  }
  const { isReliedOn, summary } = relied(paths)
  return { isReliedOn, summary: inWords(summary) }
}

function relied(paths: readonly string[]): Relied {
  try {
    return reliedOn(paths.map((path) => ({ name: path, text: textOf(path) })))
  } catch (error) {
    if (error instanceof NoClientFile) throw new UsageError(`--relies-on: ${error.message}`)
    throw error
  }
}

function inWords({ files, endpoints, leftOut }: Relied['summary']): string {
  const interactions = files.reduce((sum, file) => sum + file.interactions, 0)
  const read = endpoints.map(({ endpoint, statuses }) => `${endpoint} (${statuses.join(', ')})`)
  const told = read.length === 0 ? 'no endpoint of the interface' : list(read)
  const rest = leftOut.length === 0 ? '' : ` ${leftOut.length} of its parts were not understood, and count as nothing.`
  return `Your client relies on ${told}, as ${interactions} interactions of ${list(files.map(({ name }) => name))} show.${rest}`
}
