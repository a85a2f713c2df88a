import { setImmediate as breathe } from 'node:timers/promises'
import { codecOf, decoderConfiguration, type Stream } from './h264/parameter-sets.ts'

export type Sample = { bytes: Uint8Array; key: boolean }
type Told = { title: string; comment: string }

/** Yields to other work after this time. */
const AT_A_STRETCH_MS = 8
const COLOURS = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const
const HOLD_OTHERS = ['moov', 'trak', 'mdia']
const HOLD_TIMES = ['mvhd', 'tkhd', 'mdhd']

/** Muxes H.264 samples into an MP4 file with the index first. */
export async function mp4Of(samples: Iterable<Sample>, stream: Stream, told: Told): Promise<Uint8Array> {
  const { frames, seconds } = stream.rate
  // Loaded on demand: loading takes longer than writing most films.
  const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } = await import('mediabunny')
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const track = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(track, { frameRate: frames / seconds })
  output.setMetadataTags(told)
  await output.start()
  const decoderConfig = {
    codec: codecOf(stream),
    codedWidth: stream.width,
    codedHeight: stream.height,
    description: decoderConfiguration(stream),
    colorSpace: COLOURS,
  }
  let nth = 0
  let since = performance.now()
  for (const { bytes, key } of samples) {
    const packet = new EncodedPacket(bytes, key ? 'key' : 'delta', (nth * seconds) / frames, seconds / frames)
    await track.add(packet, nth++ === 0 ? { decoderConfig } : undefined)
    if (performance.now() - since < AT_A_STRETCH_MS) continue
    await breathe()
    since = performance.now()
  }
  await output.finalize()
  return withoutTimes(new Uint8Array(target.buffer!))
}

/** Removes timestamps, so that the same film always has the same bytes. */
function withoutTimes(file: Uint8Array, from = 0, end = file.length): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset)
  for (let at = from; at + 8 <= end; at += Math.max(8, view.getUint32(at))) {
    const kind = String.fromCharCode(...file.subarray(at + 4, at + 8))
    if (HOLD_OTHERS.includes(kind)) withoutTimes(file, at + 8, at + view.getUint32(at))
    if (HOLD_TIMES.includes(kind)) file.fill(0, at + 12, at + 12 + (file[at + 8] === 1 ? 16 : 8))
  }
  return file
}
