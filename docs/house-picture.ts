import { type Arrow, arrows, type ENGINE, isOfTests, type ROOMS, roomOf } from './house.ts'

/** One picture: boxes with a line below each name, and the imports between them. */
type Plan = { title: string; rooms: Readonly<Record<string, string>>; arrows: readonly Arrow[] }

const WHAT_IS_DONE: Record<(typeof ROOMS)[number], string> = {
  spec: 'clauses as data',
  service: 'reference service',
  runner: 'engine',
  fixtures: 'faults, test servers',
  suites: 'checks',
  certificate: 'signed results',
  drift: 'changes of servers',
  clients: 'tests of clients',
  selfcheck: 'detection rates',
  proxy: 'live traffic',
  reporters: 'reports',
  runs: 'one run, start to end',
  cli: 'commands',
  library: 'public API',
  bench: 'measurements',
  docs: 'documentation',
  scripts: 'build and package',
}

const INSIDE_THE_ENGINE: Record<(typeof ENGINE)[number], string> = {
  media: 'video files',
  settings: 'options and limits',
  keys: 'redaction',
  writing: 'safe file writes',
  history: 'recorded exchanges',
  folder: 'output folder',
  dialect: 'choices of the server',
  wire: 'HTTP client',
  observing: 'recorded traffic',
  jobs: 'job pool and polling',
  driving: 'phases',
  judging: 'checks and verdicts',
  report: 'report data',
  run: 'plan, schedule, session',
  pact: 'Pact verifier',
}

/** The folders at the top level, without tests. */
export function housePicture(): string {
  return drawn({ title: 'Folders of gatecheck', rooms: WHAT_IS_DONE, arrows: between(roomOf) })
}

export function enginePicture(): string {
  const folderOf = (file: string) => (file.startsWith('runner/') ? file.split('/')[1]! : '')
  return drawn({ title: 'Folders of the engine (runner/)', rooms: INSIDE_THE_ENGINE, arrows: between(folderOf) })
}

function between(placeOf: (file: string) => string): Arrow[] {
  const known = new Map<string, Arrow>()
  for (const { from, to } of arrows()) {
    if (isOfTests(from)) continue
    const arrow = { from: placeOf(from), to: placeOf(to) }
    if (arrow.from !== arrow.to) known.set(`${arrow.from} ${arrow.to}`, arrow)
  }
  return [...known.values()]
}

const BOX = { width: 176, height: 54, across: 40, down: 46 }
const EDGE = 28
const HEADING = 76
const LEAST_WIDTH = 600
const SIDE = 56

type Place = { x: number; y: number }

function drawn({ title, rooms, arrows: all }: Plan): string {
  const unknown = all.flatMap(({ from, to }) => [from, to]).filter((name) => name !== '' && !(name in rooms))
  if (unknown.length > 0) throw new Error(`no picture describes ${[...new Set(unknown)].join(', ')}`)
  const within = all.filter(({ from, to }) => from in rooms && to in rooms)
  const floors = floorsOf(Object.keys(rooms), within)
  const most = Math.max(...floors.map((floor) => floor.length))
  const width = Math.max(LEAST_WIDTH, EDGE * 2 + most * BOX.width + (most - 1) * BOX.across)
  const height = HEADING + EDGE + floors.length * BOX.height + (floors.length - 1) * BOX.down
  const places = placesOf(floors, width, height)
  const ways = within
    .map((arrow) => ({ ...arrow, isRoundabout: hasLongerWay(arrow, within) }))
    .sort((one, other) => Number(other.isRoundabout) - Number(one.isRoundabout) || inOrder(one, other))
  return `${[
    `<!-- Written by "npm run generate" from the imports. -->`,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">`,
    '<style>',
    '  text { font-family: system-ui, sans-serif; text-anchor: middle }',
    '  .title { font-size: 19px; font-weight: 600; text-anchor: start; fill: #1d2430 }',
    '  .key { font-size: 13px; text-anchor: start; fill: #56607a }',
    '  .name { font-size: 16px; font-weight: 600; fill: #1d2430 }',
    '  .about { font-size: 12.5px; fill: #56607a }',
    '  rect.room { fill: #fff; stroke: #35507a; stroke-width: 1.5 }',
    '  path.way { fill: none; stroke: #35507a; stroke-width: 1.6; marker-end: url(#tip) }',
    '  path.roundabout { stroke: #c3cbdb; stroke-width: 1; marker-end: url(#pale-tip) }',
    '</style>',
    '<defs>',
    tip('tip', '#35507a'),
    tip('pale-tip', '#c3cbdb'),
    '</defs>',
    `<rect width="${width}" height="${height}" fill="#f6f7fa" rx="10"/>`,
    `<text class="title" x="${EDGE}" y="34">${title}</text>`,
    `<text class="key" x="${EDGE}" y="56">Arrows are imports. Pale arrows repeat what dark arrows reach.</text>`,
    ...ways.map(({ from, to, isRoundabout }) => way(places.get(from)!, places.get(to)!, isRoundabout, width)),
    ...[...places].map(([name, { x, y }]) => room(name, rooms[name]!, x, y)),
    '</svg>',
  ].join('\n')}\n`
}

const inOrder = (one: Arrow, other: Arrow) => `${one.from} ${one.to}`.localeCompare(`${other.from} ${other.to}`)

/** From the ground up: each one stands just above the highest of those it imports. */
function floorsOf(names: readonly string[], all: readonly Arrow[]): string[][] {
  const floorOf = (name: string): number =>
    Math.max(0, ...all.filter(({ from }) => from === name).map(({ to }) => floorOf(to) + 1))
  const floors: string[][] = []
  for (const name of names) floors[floorOf(name)] = [...(floors[floorOf(name)] ?? []), name]
  return floors
}

function placesOf(floors: readonly string[][], width: number, height: number): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const [index, floor] of floors.entries()) {
    const span = floor.length * BOX.width + (floor.length - 1) * BOX.across
    // Every other floor stands a little aside, so that no way runs behind a room unseen.
    const aside = floor.length * BOX.width < width / 2 ? (index % 2 === 0 ? -1 : 1) * (BOX.width * 0.62) : 0
    for (const [turn, name] of floor.entries()) {
      places.set(name, {
        x: Math.round((width - span) / 2 + aside + turn * (BOX.width + BOX.across)),
        y: height - EDGE - (index + 1) * BOX.height - index * BOX.down,
      })
    }
  }
  return places
}

/** Whether one gets there by other arrows as well. */
function hasLongerWay({ from, to }: Arrow, all: readonly Arrow[]): boolean {
  const nextTo = (name: string) => all.filter((each) => each.from === name).map((each) => each.to)
  const reaches = (name: string): boolean => name === to || nextTo(name).some(reaches)
  return nextTo(from).some((each) => each !== to && reaches(each))
}

function way(from: Place, to: Place, isRoundabout: boolean, width: number): string {
  const style = isRoundabout ? 'way roundabout' : 'way'
  const isFar = to.y - from.y > BOX.height + BOX.down
  return `<path class="${style}" d="${isFar && !isRoundabout ? aroundRooms(from, to, width) : straightDown(from, to)}"/>`
}

function straightDown(from: Place, to: Place): string {
  const [x, y] = [from.x + BOX.width / 2, from.y + BOX.height]
  const [endX, endY] = [to.x + BOX.width / 2, to.y - 3]
  const bend = Math.round((endY - y) / 2)
  return `M${x} ${y} C${x} ${y + bend} ${endX} ${endY - bend} ${endX} ${endY}`
}

/** Past the floors between, on the nearer side. */
function aroundRooms(from: Place, to: Place, width: number): string {
  const isRight = from.x + BOX.width / 2 > width / 2
  const [x, endX] = isRight ? [from.x + BOX.width, to.x + BOX.width + 3] : [from.x, to.x - 3]
  const [y, endY] = [from.y + BOX.height / 2, to.y + BOX.height / 2]
  const outside = isRight ? Math.max(x, endX) + SIDE : Math.min(x, endX) - SIDE
  return `M${x} ${y} C${outside} ${y} ${outside} ${endY} ${endX} ${endY}`
}

function room(name: string, about: string, x: number, y: number): string {
  const middle = x + BOX.width / 2
  return [
    `<rect class="room" x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="7"/>`,
    `<text class="name" x="${middle}" y="${y + 23}">${name}/</text>`,
    `<text class="about" x="${middle}" y="${y + 42}">${about}</text>`,
  ].join('')
}

const tip = (id: string, colour: string) =>
  `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="${colour}"/></marker>`
