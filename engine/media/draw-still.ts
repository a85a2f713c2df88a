import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { isStill, STILL_SIDE, type Still } from './still.ts'

const LONGEST_MS = 5000
const MOST_BYTES = 64 * 1024
/** No decoder takes on more than 8k has. */
const MOST_PIXELS = 36_000_000
/** The smaller the number, the better and the longer. */
const QUALITIES = [6, 14]

type Environment = Readonly<Record<string, string | undefined>>

/** By the ffmpeg on the PATH; undefined where there is none. */
export function stillBy(environment: Environment): Still | undefined {
  const program = ffmpegOn(environment.PATH ?? '')
  if (program === undefined) return undefined
  // No key that may stand in the environment is any of its business.
  const env = Object.fromEntries(
    ['PATH', 'SystemRoot'].flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  let isTooSlow = false
  return async (file) => {
    for (const quality of QUALITIES) {
      if (isTooSlow) return undefined
      const drawn = await draw(program, argumentsFor(quality), file, env)
      isTooSlow ||= drawn === 'too slow'
      if (typeof drawn === 'string' || !isJpeg(drawn)) return undefined
      const url = `data:image/jpeg;base64,${drawn.toString('base64')}`
      if (isStill(url)) return url
    }
    return undefined
  }
}

function ffmpegOn(path: string): string | undefined {
  const names = process.platform === 'win32' ? ['ffmpeg.exe'] : ['ffmpeg']
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(canBeRun)
}

function canBeRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** It reads what it is given and writes what we read: no file, and nothing of the network. */
function argumentsFor(quality: number): string[] {
  const size = `w='if(gte(dar,1),${STILL_SIDE},max(2,${STILL_SIDE}*dar))':h='if(gte(dar,1),max(2,${STILL_SIDE}/dar),${STILL_SIDE})'`
  return [
    ...['-v', 'quiet', '-protocol_whitelist', 'pipe'],
    ...['-f', 'mov', '-threads', '1', '-max_pixels', String(MOST_PIXELS), '-i', 'pipe:0'],
    ...['-map', '0:v:0', '-frames:v', '1', '-threads', '1', '-vf', `scale=${size},setsar=1,format=yuvj420p`],
    ...['-c:v', 'mjpeg', '-q:v', String(quality), '-f', 'mjpeg', 'pipe:1'],
  ]
}

const isJpeg = (bytes: Buffer) => bytes.length > 2 && bytes[0] === 0xff && bytes[1] === 0xd8

function draw(
  program: string,
  args: string[],
  file: Uint8Array,
  env: Environment,
): Promise<Buffer | 'too slow' | 'failed'> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { ...env }, windowsHide: true })
    const parts: Buffer[] = []
    let length = 0
    const end = (how: Buffer | 'too slow' | 'failed') => {
      clearTimeout(limit)
      child.kill('SIGKILL')
      resolve(how)
    }
    const limit = setTimeout(() => end('too slow'), LONGEST_MS)
    child.once('error', () => end('failed'))
    child.once('close', (code) => end(code === 0 ? Buffer.concat(parts) : 'failed'))
    // Whatever it does not care to read, and whether it is still there, shows in how it ends.
    child.stdin.on('error', () => undefined)
    child.stdin.end(file)
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length > MOST_BYTES) end('failed')
    })
  })
}
