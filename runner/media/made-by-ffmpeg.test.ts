import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, Input, Logging, LogLevel } from 'mediabunny'
import { afterAll, describe, expect, it } from 'vitest'
import { factsOf, inShort } from './source-for-tests.ts'

const FFMPEG = 'ffmpeg'
const FFPROBE = 'ffprobe'
const found = spawnSync(FFMPEG, ['-hide_banner', '-encoders'], { encoding: 'utf8' })
const encoders = found.status === 0 ? found.stdout : ''
if (!encoders) console.warn('!!! ffmpeg is not here: no file of its making is read by these tests !!!')

const folder = mkdtempSync(join(tmpdir(), 'gatecheck-media-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ffmpeg = (...parameters: string[]) =>
  execFileSync(FFMPEG, ['-v', 'error', '-y', '-nostdin', '-threads', '1', ...parameters], { stdio: 'pipe' })

const pattern = (size = '128x72', rate = '24', seconds = '1') => `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`
const x264 = '-c:v libx264 -preset veryfast'
const x265 = '-c:v libx265 -preset ultrafast -x265-params log-level=none'
const vp9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8'
const aom = '-c:v libaom-av1 -cpu-used 8 -usage realtime'

/** What mediabunny reads otherwise, ffprobe being of our opinion, is marked. */
type Made = { name: string; by: string; otherwise?: true }

const MADE: Made[] = [
  { name: 'plain.mp4', by: `${pattern()} ${x264}` },
  { name: 'cropped.mp4', by: `${pattern('130x74', '30')} ${x264}` },
  { name: 'plain.mov', by: `${pattern('128x72', '25')} ${x264}` },
  { name: 'front.mp4', by: `${pattern('128x72', '60')} ${x264} -movflags +faststart` },
  { name: 'ntsc.mp4', by: `${pattern('128x72', '30000/1001')} ${x264}` },
  { name: 'fast.mp4', by: `${pattern('128x72', '120')} ${x264}` },
  { name: 'slow.mp4', by: `${pattern('128x72', '1', '3')} ${x264}` },
  { name: 'ten-bit.mp4', by: `${pattern()} ${x264} -pix_fmt yuv420p10le` },
  { name: 'full-colour.mp4', by: `${pattern()} ${x264} -pix_fmt yuv444p` },
  { name: 'interlaced.mp4', by: `${pattern('128x72', '25')} ${x264} -flags +ilme+ildct -x264-params interlaced=1` },
  { name: 'wide-pixels.mp4', by: `${pattern()} -vf setsar=4/3 ${x264}` },
  { name: 'slices.mp4', by: `${pattern('320x180')} ${x264} -x264-params slices=4` },
  { name: 'in-band.mp4', by: `${pattern()} ${x264} -tag:v avc3 -bsf:v dump_extra` },
  { name: 'no-edit.mp4', by: `${pattern()} ${x264} -use_editlist 0` },
  { name: 'negative.mp4', by: `${pattern()} ${x264} -movflags +negative_cts_offsets` },
  { name: 'fine.mp4', by: `${pattern()} ${x264} -video_track_timescale 90000` },
  { name: 'single.mp4', by: `${pattern('128x72', '24', '0.04')} ${x264}` },
  { name: 'fragments.mp4', by: `${pattern()} ${x264} -g 6 -movflags +frag_keyframe+empty_moov` },
  // Mediabunny takes the picture that is decoded last for the one that is shown last.
  {
    name: 'each.mp4',
    by: `${pattern()} ${x264} -movflags +dash+frag_every_frame`,
    otherwise: true,
  },
  { name: 'one-index.mp4', by: `${pattern()} ${x264} -g 6 -movflags +frag_keyframe+empty_moov+global_sidx+dash` },
  { name: 'delayed.mp4', by: `${pattern()} ${x264} -movflags +frag_keyframe+delay_moov+default_base_moof` },
  // Mediabunny reads either tables or fragments.
  { name: 'both.mp4', by: `${pattern()} ${x264} -frag_duration 300000`, otherwise: true },
  { name: 'smooth.ismv', by: `${pattern()} ${x264} -f ismv` },
  { name: 'sound.mp4', by: `${pattern()} -f lavfi -i sine=d=2 ${x264} -c:a aac` },
  { name: 'varying.mp4', by: `${pattern()} -vf select=not(mod(n\\,3))+gt(n\\,12) -vsync vfr ${x264}` },
  { name: 'plain.mkv', by: `${pattern()} ${x264}` },
  { name: 'hvc1.mp4', by: `${pattern('130x74')} ${x265} -tag:v hvc1` },
  { name: 'hev1.mp4', by: `${pattern()} ${x265}` },
  { name: 'hevc-ten-bit.mp4', by: `${pattern('128x72', '60')} ${x265} -pix_fmt yuv420p10le` },
  { name: 'hevc-narrow.mp4', by: `${pattern()} -vf setsar=8/9 ${x265}` },
  { name: 'hevc.mkv', by: `${pattern('130x74')} ${x265}` },
  { name: 'vp9.webm', by: `${pattern('130x74')} ${vp9}` },
  { name: 'vp9.mp4', by: `${pattern()} ${vp9}` },
  { name: 'vp9-fast.webm', by: `${pattern('128x72', '120')} ${vp9}` },
  { name: 'vp9-ten-bit.webm', by: `${pattern()} ${vp9} -pix_fmt yuv420p10le` },
  {
    name: 'vp9-hidden.webm',
    by: `${pattern()} -c:v libvpx-vp9 -deadline good -cpu-used 5 -auto-alt-ref 1 -lag-in-frames 25`,
  },
  { name: 'vp9-live.webm', by: `${pattern()} ${vp9} -f webm -live 1` },
  { name: 'vp9-front.webm', by: `${pattern()} ${vp9} -cues_to_front 1` },
  { name: 'vp9-wide.webm', by: `${pattern()} -vf setsar=4/3 ${vp9}` },
  { name: 'vp9-sound.webm', by: `${pattern()} -f lavfi -i sine=d=2 ${vp9} -c:a libopus` },
  { name: 'av1.mp4', by: `${pattern('130x74')} ${aom}` },
  { name: 'av1.webm', by: `${pattern('130x74')} ${aom}` },
  { name: 'av1-ten-bit.mp4', by: `${pattern()} ${aom} -pix_fmt yuv420p10le` },
  { name: 'av1-layers.mkv', by: `${pattern()} -c:v libaom-av1 -cpu-used 8 -lag-in-frames 19` },
]

const missingEncoder = ({ by }: Made) => {
  const encoder = /-c:v (\S+)/.exec(by)?.[1]
  return encoder !== undefined && !encoders.includes(` ${encoder} `)
}

function make({ name, by }: Made): string {
  const path = join(folder, name)
  ffmpeg(...by.split(' '), path)
  return path
}

type Probed = { width: number; height: number; frames: number; seconds: number; fps: number; depth: number }

function probed(path: string): Probed {
  const entries = 'stream=width,height,nb_read_packets,duration,avg_frame_rate,pix_fmt:format=duration'
  const select = ['-v', 'error', '-select_streams', 'v:0', '-count_packets', '-show_entries', entries, '-of', 'json']
  const { streams, format } = JSON.parse(execFileSync(FFPROBE, [...select, path], { encoding: 'utf8' }))
  const [{ width, height, nb_read_packets, duration, avg_frame_rate, pix_fmt }] = streams
  const [over, under] = avg_frame_rate.split('/').map(Number)
  return {
    width,
    height,
    frames: Number(nb_read_packets),
    seconds: Number(duration ?? format.duration),
    fps: over / under,
    depth: /10le/.test(pix_fmt) ? 10 : 8,
  }
}

async function byMediabunny(bytes: Uint8Array) {
  Logging.level = LogLevel.Silent
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return undefined
    const { packetCount } = await track.computePacketStats()
    const size = `${await track.getCodedWidth()}x${await track.getCodedHeight()}`
    const seconds = (await track.computeDuration()) - (await track.getFirstTimestamp())
    return { size, seconds, frames: packetCount, rotation: await track.getRotation() }
  } finally {
    input.dispose()
  }
}

describe.skipIf(!encoders)('a file that ffmpeg made', () => {
  it.for(MADE.filter((made) => !missingEncoder(made)))(
    'is read as ffprobe and mediabunny read it: $name',
    async (made) => {
      const path = make(made)
      const bytes = new Uint8Array(readFileSync(path))
      const facts = await factsOf(bytes)
      const told = inShort(facts)
      const { width, height, frames, seconds, fps, depth } = probed(path)
      expect({ pixels: told.pixels, frames: told.frames, depth: told.depth }).toEqual({
        pixels: `${width}x${height}`,
        frames,
        depth,
      })
      // A live file says nowhere how long it is, and one with sound no more than how long both are.
      if (Number.isFinite(seconds) && !made.name.includes('sound.webm')) expect(told.seconds).toBeCloseTo(seconds, 2)
      // What ffprobe calls the average leaves one interval out where they differ.
      if (!facts.variable) expect(Math.abs((told.fps as number) / fps - 1)).toBeLessThan(0.003)

      const second = await byMediabunny(bytes)
      if (made.otherwise) return
      expect(second).toMatchObject({ size: told.pixels, frames, rotation: facts.rotation })
      expect(told.seconds).toBeCloseTo(second!.seconds, 2)
    },
  )

  it('is upright after a copy that turns it', async () => {
    const plain = make(MADE[0]!)
    for (const turned of [90, 180, 270]) {
      const path = join(folder, `turned-${turned}.mp4`)
      ffmpeg('-i', plain, '-metadata:s:v', `rotate=${turned}`, '-c', 'copy', path)
      const bytes = new Uint8Array(readFileSync(path))
      const facts = await factsOf(bytes)
      expect(facts.rotation).toBe((await byMediabunny(bytes))?.rotation)
      expect(facts.rotation).not.toBe(0)
      expect(inShort(facts).pixels).toBe(turned === 180 ? '128x72' : '72x128')
    }
  })

  it('shows only what is behind the place where it was cut', async () => {
    const path = join(folder, 'cut.mp4')
    ffmpeg('-ss', '0.5', '-i', make(MADE[0]!), '-c', 'copy', path)
    expect(inShort(await factsOf(new Uint8Array(readFileSync(path))))).toMatchObject({
      seconds: 0.5,
      frames: 12,
      fps: 24,
    })
  })

  it('counts only its pictures, with a cover, a second picture or text beside them', async () => {
    const plain = make(MADE[0]!)
    const cover = join(folder, 'cover.jpg')
    ffmpeg('-i', plain, '-frames:v', '1', cover)
    const path = join(folder, 'beside.mkv')
    ffmpeg(
      '-i',
      plain,
      '-i',
      plain,
      '-map',
      '0',
      '-map',
      '1',
      '-attach',
      cover,
      '-metadata:s:t',
      'mimetype=image/jpeg',
      '-c',
      'copy',
      path,
    )
    const facts = await factsOf(new Uint8Array(readFileSync(path)))
    expect(inShort(facts)).toMatchObject({ frames: 24 })
    expect(facts.besides).toEqual(['a second picture'])
  })
})
