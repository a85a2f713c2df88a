import { parentPort } from 'node:worker_threads'
import {
  BufferTarget,
  CustomSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
} from 'mediabunny'
import { BOUNDS } from '../config/bounds/bounds.ts'
import type { AskedByThread, Given } from './picture-thread.ts'

// What it has to say of a file are the file's own words; and said, they would keep the process from its end.
for (const stream of [process.stdout, process.stderr]) stream.write = () => true

const tell = (told: AskedByThread) => parentPort?.postMessage(told)
const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>()
let ticket = 0

parentPort?.on('message', (given: Given) => {
  if ('size' in given) void find(given)
  else handOver(given)
})

function handOver({ ticket: of, bytes }: { ticket: number; bytes?: Uint8Array }): void {
  const { resolve, reject } = waiting.get(of) ?? {}
  waiting.delete(of)
  if (bytes) resolve?.(bytes)
  else reject?.(new Error('it was not fetched'))
}

/** One file after the other; of the one before it nothing is left. */
async function find({ file, size }: { file: number; size: number }): Promise<void> {
  const source = new CustomSource({
    getSize: () => size,
    read(from, to) {
      const bytes = Promise.withResolvers<Uint8Array>()
      waiting.set(++ticket, bytes)
      tell({ file, ticket, from, to })
      return bytes.promise
    },
    prefetchProfile: 'none',
    // What is asked for and then not waited for may fail as well.
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source })
  let picture: Uint8Array | undefined
  try {
    const track = await input.getPrimaryVideoTrack()
    picture = track ? await alone(track) : undefined
  } catch {
    picture = undefined
  }
  input.dispose()
  waiting.clear()
  tell({ file, picture })
}

async function alone(track: InputVideoTrack): Promise<Uint8Array | undefined> {
  const [codec, decoderConfig, rotation] = [
    await track.getCodec(),
    await track.getDecoderConfig(),
    await track.getRotation(),
  ]
  if (!codec || !decoderConfig) return undefined
  const sink = new EncodedPacketSink(track)
  const found = await sink.getFirstKeyPacket({ metadataOnly: true, skipLiveWait: true })
  if (!found || found.byteLength > BOUNDS.pictureBytes.most) return undefined
  const packet = await sink.getFirstKeyPacket({ skipLiveWait: true })
  if (!packet || packet.byteLength > BOUNDS.pictureBytes.most) return undefined
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const pictures = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(pictures, { rotation })
  await output.start()
  await pictures.add(packet.clone({ timestamp: 0, duration: 1 }), { decoderConfig })
  await output.finalize()
  return target.buffer ? new Uint8Array(target.buffer) : undefined
}
