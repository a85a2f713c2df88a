import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

type Made = { name: string; by: string }

const MADE: Made[] = [
  { name: 'plain.mp4', by: `${pattern()} ${x264}` },
  { name: 'cropped.mp4', by: `${pattern('130x74', '30')} ${x264}` },
  { name: 'ntsc.mp4', by: `${pattern('128x72', '30000/1001')} ${x264}` },
  { name: 'ten-bit.mp4', by: `${pattern()} ${x264} -pix_fmt yuv420p10le` },
  { name: 'wide-pixels.mp4', by: `${pattern()} -vf setsar=4/3 ${x264}` },
  { name: 'single.mp4', by: `${pattern('128x72', '24', '0.04')} ${x264}` },
  { name: 'fragments.mp4', by: `${pattern()} ${x264} -g 6 -movflags +frag_keyframe+empty_moov` },
  { name: 'both.mp4', by: `${pattern()} ${x264} -frag_duration 300000` },
  { name: 'smooth.ismv', by: `${pattern()} ${x264} -f ismv` },
  { name: 'sound.mp4', by: `${pattern()} -f lavfi -i sine=d=2 ${x264} -c:a aac` },
  { name: 'varying.mp4', by: `${pattern()} -vf select=not(mod(n\\,3))+gt(n\\,12) -vsync vfr ${x264}` },
  { name: 'plain.mkv', by: `${pattern()} ${x264}` },
  { name: 'hvc1.mp4', by: `${pattern('130x74')} ${x265} -tag:v hvc1` },
  { name: 'hevc-ten-bit.mp4', by: `${pattern('128x72', '60')} ${x265} -pix_fmt yuv420p10le` },
  { name: 'vp9.webm', by: `${pattern('130x74')} ${vp9}` },
  { name: 'vp9-ten-bit.webm', by: `${pattern()} ${vp9} -pix_fmt yuv420p10le` },
  {
    name: 'vp9-hidden.webm',
    by: `${pattern()} -c:v libvpx-vp9 -deadline good -cpu-used 5 -auto-alt-ref 1 -lag-in-frames 25`,
  },
  { name: 'vp9-live.webm', by: `${pattern()} ${vp9} -f webm -live 1` },
  { name: 'av1.mp4', by: `${pattern('130x74')} ${aom}` },
  { name: 'av1.webm', by: `${pattern('130x74')} ${aom}` },
  { name: 'av1-ten-bit.mp4', by: `${pattern()} ${aom} -pix_fmt yuv420p10le` },
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

describe.skipIf(!encoders)('a file that ffmpeg made', () => {
  it.for(MADE.filter((made) => !missingEncoder(made)))('is read as ffprobe reads it: $name', async (made) => {
    const path = make(made)
    const bytes = new Uint8Array(readFileSync(path))
    const facts = await factsOf(bytes)
    const found = inShort(facts)
    const { width, height, frames, seconds, fps, depth } = probed(path)
    expect({ pixels: found.pixels, frames: found.frames, depth: found.depth }).toEqual({
      pixels: `${width}x${height}`,
      frames,
      depth,
    })
    // A live file states no duration, and one with sound only that of both tracks.
    if (Number.isFinite(seconds) && !made.name.includes('sound.webm')) expect(found.seconds).toBeCloseTo(seconds, 2)
    // ffprobe's average ignores one interval of a variable rate.
    if (!facts.variable) expect(Math.abs((found.fps as number) / fps - 1)).toBeLessThan(0.003)
  })

  it('is rotated as the file says', async () => {
    const plain = make(MADE[0]!)
    for (const turned of [90, 180, 270]) {
      const path = join(folder, `turned-${turned}.mp4`)
      ffmpeg('-i', plain, '-metadata:s:v', `rotate=${turned}`, '-c', 'copy', path)
      const bytes = new Uint8Array(readFileSync(path))
      const facts = await factsOf(bytes)
      expect(facts.rotation).not.toBe(0)
      expect(inShort(facts).pixels).toBe(turned === 180 ? '128x72' : '72x128')
    }
  })

  it('is described after the edits of a cut', async () => {
    const path = join(folder, 'cut.mp4')
    ffmpeg('-ss', '0.5', '-i', make(MADE[0]!), '-c', 'copy', path)
    expect(inShort(await factsOf(new Uint8Array(readFileSync(path))))).toMatchObject({
      seconds: 0.5,
      frames: 12,
      fps: 24,
    })
  })
})
