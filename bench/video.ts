import { execFile } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Wishes } from '../engine/config/configuration.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { decoded, FFMPEG, MISSING, probed } from '../fixtures/films/ffmpeg.ts'
import { filmOfOrder } from '../fixtures/films/film-of-order.ts'
import { CORNERS, ORDERS, type Order } from '../fixtures/films/orders.ts'
import { run } from '../reporters/outcome/run.ts'
import { exactVideo } from '../service/video/exact-video.ts'
import { SUITES } from '../suites/index.ts'
import { inAFolder } from './beside.ts'
import { markdownTable } from './markdown-table.ts'

const USUAL: Order = { resolution: '480p', ratio: '16:9', duration: 5, fps: 24, bit_depth: 8 }
const DEAREST: Order = { resolution: '4k', ratio: '16:9', duration: 60, fps: 120, bit_depth: 10 }
const WIDEST: Order = { ...DEAREST, ratio: '4:1' }
/** The fastest of several tries, since the machine may be busy. */
const TRIES = 5
/** Maximum share of ffmpeg's time, for the most expensive file. */
const MOST = 0.02
const SIDE_BY_SIDE = 2

const ms = (time: number) => `${time.toFixed(0)} ms`
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

type Measured = { time: number; size: number }

/** Seconds of the film that ffmpeg encodes: the whole would take a quarter of an hour on two cores. */
const PART = 60

/** Time to make a file and its size, compared with the fastest ffmpeg settings and single-colour pictures. */
export async function exactVideosBesideFfmpeg(): Promise<boolean> {
  const orders: [string, Order][] = [
    ['the usual order', USUAL],
    ['the dearest at 16:9', DEAREST],
    ['the dearest at 4:1', WIDEST],
  ]
  for (const [name, order] of orders) {
    const { time, size } = await ours(order)
    process.stdout.write(`${name.padEnd(20)} ${ms(time).padStart(8)} ${kilobytes(size).padStart(10)}\n`)
  }
  process.stdout.write(`${await whatALookTakes()}\n`)
  if (MISSING) {
    process.stdout.write(`Nothing is measured beside it: ${MISSING}\n`)
    return true
  }
  const gatecheck = await ours(DEAREST)
  const part = { ...DEAREST, duration: DEAREST.duration / PART }
  const measured = await inAFolder((folder) => byFfmpeg(part, join(folder, 'beside.mp4')))
  const ffmpeg = { time: measured.time * PART, size: measured.size * PART }
  const ratio = gatecheck.time / ffmpeg.time
  process.stdout.write(
    `${[
      'The dearest at 16:9 beside libx264 (ultrafast) of ffmpeg, a field of one colour (a second of it, times 60):',
      `  gatecheck   ${ms(gatecheck.time).padStart(10)} ${kilobytes(gatecheck.size).padStart(12)}`,
      `  ffmpeg      ${ms(ffmpeg.time).padStart(10)} ${kilobytes(ffmpeg.size).padStart(12)}`,
      `  ratio       ${ratio.toFixed(4)} (at most ${MOST}) of the time, ${(gatecheck.size / ffmpeg.size).toFixed(3)} of the size`,
      '',
    ].join('\n')}`,
  )
  return ratio <= MOST
}

/** Requests and bytes that a run spends on the most expensive file, and on all inspected files. */
async function whatALookTakes(): Promise<string> {
  const { provision, close } = await startEmbedded({ polls: 1 })
  try {
    const wishes: Wishes = { profile: 'full', only: ['media'], seed: 1 }
    const { report } = await run({ provision, wishes, suites: SUITES, local: true })
    const first = report.videos.filter(({ again }) => !again)
    const dearest = first.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0))[0]!
    const took = (requests: number, bytes: number, of: number) =>
      `${requests} requests, ${kilobytes(bytes)} of ${kilobytes(of)}`
    const sum = (of: 'requests' | 'bytes' | 'size') => first.reduce((all, each) => all + (each[of] ?? 0), 0)
    const { resolution, ratio, duration, fps } = dearest.asked
    return [
      `Looking at the dearest (${resolution} ${ratio}, ${duration} s at ${fps} fps): ${took(dearest.requests, dearest.bytes, dearest.size ?? 0)}`,
      `Looking at ${first.length} of a full run: ${took(sum('requests'), sum('bytes'), sum('size'))}`,
    ].join('\n')
  } finally {
    await close()
  }
}

async function ours(order: Order): Promise<Measured> {
  const tries: Measured[] = []
  for (let nth = 0; nth < TRIES; nth++) {
    // Another name each time, because films are cached.
    const film = { ...filmOfOrder(order), name: `try ${nth} ${performance.now()}` }
    const began = performance.now()
    const { length } = await exactVideo(film)
    tries.push({ time: performance.now() - began, size: length })
  }
  return tries.toSorted((one, other) => one.time - other.time)[0]!
}

async function byFfmpeg(order: Order, path: string): Promise<Measured> {
  const { width, height, fps, seconds, bitDepth } = filmOfOrder(order)
  const source = ['-f', 'lavfi', '-i', `color=c=green:s=${width}x${height}:r=${fps}:d=${seconds}`]
  const form = bitDepth === 10 ? 'yuv420p10le' : 'yuv420p'
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', form, '-movflags', '+faststart']
  const began = performance.now()
  await promisify(execFile)(FFMPEG!, ['-v', 'error', '-y', '-nostdin', ...source, ...codec, path])
  return { time: performance.now() - began, size: (await stat(path)).size }
}

/** ffprobe's output for a file of each order; `decode`: also decodes each frame with ffmpeg. */
export async function tableByFfprobe({ decode }: { decode: boolean }): Promise<boolean> {
  if (MISSING) {
    process.stdout.write(`There is no table: ${MISSING}\n`)
    return true
  }
  const head = [
    'order',
    'size',
    'pixels',
    'frames',
    'seconds',
    'rate',
    'level',
    'bytes',
    ...(decode ? ['decoded'] : []),
  ]
  const rows = await inAFolder(async (folder) => {
    const rows: string[][] = []
    const left = [...ORDERS, ...CORNERS].entries()
    const next = async () => {
      for (const [nth, order] of left) rows[nth] = await rowOf(order, join(folder, `${nth}.mp4`), decode)
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next))
    return rows
  })
  process.stdout.write(`${markdownTable([head, ...rows], [3, 4, 6, 7, 8])}\n`)
  const wrong = rows.filter(([order]) => order!.startsWith('WRONG'))
  process.stdout.write(`${rows.length} orders, ${wrong.length} of them not as ordered\n`)
  return wrong.length === 0
}

async function rowOf(order: Order, path: string, decode: boolean): Promise<string[]> {
  const film = filmOfOrder(order)
  const bytes = await exactVideo(film)
  await writeFile(path, bytes)
  const { width, height, pixels, packets, seconds, rate, level } = await probed(path)
  const frames = Math.max(1, Math.round(order.duration * order.fps))
  const played = decode ? (await decoded([{ path, frames, fps: order.fps }]))[0] : frames
  const isRight =
    width === film.width &&
    height === film.height &&
    pixels.includes('10') === (order.bit_depth === 10) &&
    packets === frames &&
    played === frames &&
    Math.abs(seconds - frames / order.fps) < 0.0001
  return [
    `${isRight ? '' : 'WRONG '}${film.caption}`,
    `${width}x${height}`,
    pixels,
    String(packets),
    seconds.toFixed(4),
    rate,
    String(level),
    String(bytes.length),
    ...(decode ? [String(played)] : []),
  ]
}
