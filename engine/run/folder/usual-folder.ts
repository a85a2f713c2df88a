import { UsageError } from '../../config/target.ts'
import { inTheWayOf } from '../../writing/in-the-way.ts'

/** Where a run leaves its files, and where they are looked for, unless somebody says otherwise. */
export const USUAL_FOLDER = '.gatecheck'

/** A folder that is named is taken as it is. No link is followed that nobody has named: anybody may have put it there. */
export function folderNamed(named: string | undefined): string {
  if (named === undefined && inTheWayOf(USUAL_FOLDER) === 'link')
    throw new UsageError(
      `${USUAL_FOLDER} is a symbolic link, and the default folder must not be one: name its target or ${USUAL_FOLDER} with --out, or remove the link`,
    )
  return named ?? USUAL_FOLDER
}
