import { rmSync } from 'node:fs'
import { Command } from 'commander'
import { UsageError } from '../../engine/config/target.ts'
import { kindAt } from '../../engine/writing/read-file.ts'
import { writeNew } from '../../engine/writing/write-file.ts'
import { keyIdOf, newKeyPair, publicKeyFrom } from '../../tools/certificate/document/keys.ts'
import type { Io } from '../io.ts'

/** Where `certify` looks for it, too. */
export const KEY_FILE = 'gatecheck-signing-key.pem'

export function keygenCommand(io: Io): Command {
  return new Command('keygen')
    .argument('[file]', 'file for the private key; the public key is written beside it as .pub.pem', KEY_FILE)
    .action((file: string) => {
      const publicFile = file.replace(/(\.pem)?$/, '.pub.pem')
      for (const each of [file, publicFile])
        if (kindAt(each) !== 'nothing') throw new UsageError(`${each} already exists: name another file, or move it`)
      const { privateKey, publicKey } = newKeyPair()
      try {
        writeBoth({ path: file, text: privateKey }, { path: publicFile, text: publicKey })
      } catch {
        throw new UsageError(`${file} cannot be written: name a file in an existing folder`)
      }
      io.stdout.write(
        [
          `${file}: private key. Keep it secret and do not commit it.`,
          `${publicFile}: public key. Publish it for verification: npx gatecheck verify CERT --key ${publicFile}`,
          `Fingerprint: ${keyIdOf(publicKeyFrom(publicKey))}`,
          '',
        ].join('\n'),
      )
    })
}

type Key = { path: string; text: string }

/** One without the other is of no use, and would be in the way of the next try. */
function writeBoth(secret: Key, open: Key): void {
  writeNew(secret.path, secret.text, { isPrivate: true })
  try {
    writeNew(open.path, open.text)
  } catch (error) {
    rmSync(secret.path)
    throw error
  }
}
