import { rmSync } from 'node:fs'
import { UsageError } from '../../engine/config/target.ts'
import { kindAt } from '../../engine/writing/read-file.ts'
import { writeNew } from '../../engine/writing/write-file.ts'
import { keyIdOf, newKeyPair, publicKeyFrom } from '../../tools/certificate/document/keys.ts'
import type { Io } from '../io.ts'

/** Also the default of `certify --signing-key`. */
export const KEY_FILE = 'gatecheck-signing-key.pem'

export function keygen(io: Io, _options: object, file: string): void {
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
}

type Key = { path: string; text: string }

/** Writes both files or none. */
function writeBoth(secret: Key, open: Key): void {
  writeNew(secret.path, secret.text, { isPrivate: true })
  try {
    writeNew(open.path, open.text)
  } catch (error) {
    rmSync(secret.path)
    throw error
  }
}
