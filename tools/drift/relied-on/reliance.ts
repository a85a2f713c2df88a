import { UsageError } from '../../../engine/config/target.ts'
import { list } from '../../../engine/history/reading/words.ts'
import { textOf } from '../baseline/files.ts'
import { type Relied, reliedOn } from './relied-on.ts'

export type Reliance = { isReliedOn: Relied['isReliedOn']; summary: string }

/** What a client reads, according to its Pact and HAR files; undefined without files. */
export function relianceIn(paths: readonly string[], isDemanded: boolean): Reliance | undefined {
  if (paths.length > 0) {
    const { isReliedOn, summary } = reliedOn(paths.map((path) => ({ name: path, text: textOf(path) })))
    return { isReliedOn, summary: inWords(summary) }
  }
  if (!isDemanded) return undefined
  throw new UsageError('--only-relied-on requires --relies-on FILE, a Pact file or HAR of your client')
}

function inWords({ files, endpoints, leftOut }: Relied['summary']): string {
  const interactions = files.reduce((sum, file) => sum + file.interactions, 0)
  const read = endpoints.map(({ endpoint, statuses }) => `${endpoint} (${statuses.join(', ')})`)
  const used = read.length === 0 ? 'no endpoint of the interface' : list(read)
  const rest = leftOut.length === 0 ? '' : ` ${leftOut.length} of its parts were not understood, and count as nothing.`
  return `Your client relies on ${used}, as ${interactions} interactions of ${list(files.map(({ name }) => name))} show.${rest}`
}
