import { join } from 'node:path'
import { printable } from '../../engine/history/reading/words.ts'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import { damageInWords } from '../../reporters/recorded/damage.ts'
import type { Io } from '../io.ts'

/** Says what of a recorded run could not be read. */
export function tellDamage(io: Io, dir: string, damage: Parameters<typeof damageInWords>[1]): void {
  for (const each of damageInWords(join(dir, HISTORY_FILE), damage)) io.stderr.write(`${printable(each)}\n`)
}
