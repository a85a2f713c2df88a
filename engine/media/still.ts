import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Pixels of the longer side. */
const STILL_SIDE = 240

/** Draws a small picture, as a data URL, of a file with one picture. Undefined without a decoder; never throws. */
export type Still = (file: Uint8Array) => Promise<string | undefined>

const MOST_CHARACTERS = 16_000
const STILL = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/

/** Histories may contain anything. */
export function isStill(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MOST_CHARACTERS && STILL.test(text)
}

const TIMEOUT_MS = 5000
const MOST_BYTES = 64 * 1024
/** Slightly more than 8K. */
const MOST_PIXELS = 36_000_000
/** Lower is better and larger. */
const QUALITIES = [6, 14]
const PROGRAM = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'

type Environment = Readonly<Record<string, string | undefined>>

/** Draws with the ffmpeg on the PATH; undefined if there is none. */
export function stillBy({ PATH = '', SystemRoot }: Environment): Still | undefined {
  const folders = PATH.split(delimiter).filter(isAbsolute)
  const program = folders.map((folder) => join(folder, PROGRAM)).find((path) => existsSync(path))
  if (program === undefined) return undefined
  // Keys in the environment are not passed on.
  const env = { PATH, ...(SystemRoot !== undefined && { SystemRoot }) }
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

/** ffmpeg reads stdin and writes stdout: no file, no network. */
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
  env: NodeJS.ProcessEnv,
): Promise<Buffer | 'too slow' | 'failed'> {
  const limits = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES } as const
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { ...limits, env, encoding: 'buffer', windowsHide: true },
      (error, stdout) => {
        const isLate = error?.killed === true && error.code !== 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
        resolve(error === null ? stdout : isLate ? 'too slow' : 'failed')
      },
    )
    // A decoder may end without reading the file.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(file)
  })
}
