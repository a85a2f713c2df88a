import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readMedia } from '../read-media.ts'

const file = (name: string) => readFileSync(new URL(`../files-for-tests/${name}`, import.meta.url))
const readBytes = (bytes: Uint8Array) =>
  readMedia({ size: () => bytes.length, read: async (from, to) => bytes.subarray(from, to) })

it.each([
  ['a warning', 'Warning: cache is full in /srv/get.php on line 12\n'],
  ['a byte order mark', '\ufeff'],
  ['the head of a part of a form', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n'],
])('%s before a video leaves no video that a player finds', async (_, before) => {
  for (const name of ['avc.mp4', 'vp9.webm'])
    expect(await readBytes(Buffer.concat([Buffer.from(before), file(name)]))).toMatchObject({
      kind: 'not whole',
      what: expect.stringMatching(/^a video \((MP4|WebM)\) that begins only after \d+ other bytes$/),
    })
})
