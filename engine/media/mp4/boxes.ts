import { BOUNDS } from '../../config/bounds/bounds.ts'
import { CutOff, Unreadable } from '../reading/unreadable.ts'
import type { Window } from '../reading/window.ts'

export type Box = {
  type: string
  at: number
  body: number
  /** As far as its size reaches, which may be beyond the end of the file. */
  end: number
}

/** Who writes a fragment for every picture makes steps like this. */
export const SMALL_STEP = 64 * 1024

/** Walks boxes, so many in a file and no more. */
export class Boxes {
  readonly window: Window
  #left = BOUNDS.boxes.most

  constructor(window: Window) {
    this.window = window
  }

  /** The box at a place, or undefined where nothing more can begin. */
  async at(at: number, limit: number): Promise<Box | undefined> {
    if (at + 8 > limit) return undefined
    if (this.#left-- <= 0) throw new Unreadable(`more than ${BOUNDS.boxes.most} boxes`)
    const head = await this.window.upTo(at, Math.min(at + 16, limit), SMALL_STEP)
    if (head.length < 8) return undefined
    const view = new DataView(head.buffer, head.byteOffset, head.length)
    const type = String.fromCharCode(...head.subarray(4, 8))
    const short = view.getUint32(0)
    const size = short === 1 ? Number(view.getBigUint64(8)) : short === 0 ? limit - at : short
    const body = at + (short === 1 ? 16 : 8)
    if (at + size < body) throw new Unreadable(`a box (${printable(type)}) of ${size} bytes`)
    return { type, at, body, end: at + size }
  }

  async children(parent: { body: number; end: number }): Promise<Box[]> {
    const found: Box[] = []
    let at = parent.body
    for (let box = await this.at(at, parent.end); box; box = await this.at(at, parent.end)) {
      found.push({ ...box, end: Math.min(box.end, parent.end) })
      at = box.end
    }
    return found
  }

  /** The child at the end of a path, the first of each name. */
  async inside(parent: Box, ...path: string[]): Promise<Box | undefined> {
    let box: Box | undefined = parent
    for (const type of path) box = box && (await this.children(box)).find((each) => each.type === type)
    return box
  }

  content(box: Box): Promise<DataView> {
    return this.window.view(box.body, box.end)
  }

  async bytes(box: Box): Promise<Uint8Array> {
    const bytes = await this.window.upTo(box.body, box.end)
    if (bytes.length < box.end - box.body) throw new CutOff(`the box ${printable(box.type)} is truncated`)
    return bytes
  }
}

export const printable = (type: string): string => type.replace(/[^ -~]/g, '?').trim()

/** A number that takes 32 bits in version 0 of a box and 64 in version 1. */
export function either(view: DataView, at: number, long: boolean): number {
  return long ? Number(view.getBigUint64(at)) : view.getUint32(at)
}
