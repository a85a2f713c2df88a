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
import type { MediaSource } from './facts.ts'

const MOST_BYTES = 4 * 1024 * 1024

/** A small MP4 file with only the first key frame of a file. */
export async function pictureIn(source: MediaSource): Promise<Uint8Array | undefined> {
  const input = new Input({
    formats: [MP4, QTFF, WEBM, MATROSKA],
    source: new CustomSource({
      getSize: () => source.size() ?? 0,
      read: (from, to) => source.read(from, to),
      prefetchProfile: 'none',
      handleUnhandledError: () => undefined,
    }),
  })
  try {
    const track = await input.getPrimaryVideoTrack()
    return track ? await alone(track) : undefined
  } catch {
    return undefined
  } finally {
    input.dispose()
  }
}

async function alone(track: InputVideoTrack): Promise<Uint8Array | undefined> {
  const codec = await track.getCodec()
  const decoderConfig = await track.getDecoderConfig()
  if (!codec || !decoderConfig) return undefined
  const sink = new EncodedPacketSink(track)
  const found = await sink.getFirstKeyPacket({ metadataOnly: true, skipLiveWait: true })
  if (!found || found.byteLength > MOST_BYTES) return undefined
  const packet = await sink.getFirstKeyPacket({ skipLiveWait: true })
  if (!packet) return undefined
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const pictures = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(pictures, { rotation: await track.getRotation() })
  await output.start()
  await pictures.add(packet.clone({ timestamp: 0, duration: 1 }), { decoderConfig })
  await output.finalize()
  return target.buffer ? new Uint8Array(target.buffer) : undefined
}
