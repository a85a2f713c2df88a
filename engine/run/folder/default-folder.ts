import { UsageError } from '../../config/target.ts'
import { kindAt } from '../../writing/read-file.ts'

/** The folder of a run without --out. */
export const USUAL_FOLDER = '.gatecheck'

/** Follows a link only if the user named it: the default folder may be a link by someone else. */
export function folderNamed(named: string | undefined): string {
  if (named === undefined && kindAt(USUAL_FOLDER) === 'link')
    throw new UsageError(
      `${USUAL_FOLDER} is a symbolic link, and the default folder must not be one: name its target or ${USUAL_FOLDER} with --out, or remove the link`,
    )
  return named ?? USUAL_FOLDER
}
