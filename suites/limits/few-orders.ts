import { FIELDS } from '../../spec/words.ts'
import { extrasOf, IN_PIECES } from './classes.ts'
import type { Row } from './covering.ts'
import { FAILING_PROMPT, IMAGE, PROMPT_OF_EMOJI, PROMPT_OF_ONE_LETTER } from './inputs.ts'
import type { Class, Means } from './means.ts'
import { escaped, type Order, type Place, type Trait } from './trait.ts'

/** The place of the input among the classes. */
const INPUT = 1

/** What a place says, as JSON. */
type Said = readonly [Place, string]
const UPRIGHT: Said = ['ratio', '"9:16"']
/** As wide as a film. */
const WIDE: Said = ['ratio', '"21:9"']

/**
 * A job from an image may have bounds of its own: where there are few orders, the one of everything at its largest is made
 * from an image, and so is the fourth.
 */
export function withImages(rows: Row[], classes: Class[][]): Row[] {
  const image = classes[INPUT]!.findIndex(({ name }) => name === IMAGE)
  if (image < 0) return rows
  return rows.map((row, index) => row.with(INPUT, index % 3 === 0 ? image : 0))
}

const all = (classes: Class[][]) => classes.flat().flatMap(({ manners }) => manners)

/** A manner of whichever class has one of the name. */
const named = (classes: Class[][], name: string): Trait | undefined => all(classes).find((each) => each.name === name)

/** What says just this, where the user's limits leave it. */
const saying = (classes: Class[][], [place, json]: Said, name = JSON.stringify(place)): Trait | undefined =>
  all(classes).find((each) => each.place === place && isSaid(each, json, name))

const isSaid = ({ members: [member] }: Trait, json: string, name: string) => member?.[0] === name && member[1] === json

const says = (order: Order, [place, json]: Said) =>
  order[place] !== undefined && isSaid(order[place], json, JSON.stringify(place))

/**
 * What the few orders say at no cost: whole numbers of each field with a point and with an exponent, and that of the picture whose upright form
 * has an odd number of columns, which leaves its ratio out otherwise as the plainest one does, is upright; so the one that
 * holds the class of upright ones may be as wide as a film instead, unless it is made from an image. The picture of no
 * stated depth has the deeper one, and so has the small one, which the less deep is usual for, where a larger one asks for
 * that; and the second image has the length by default, which may be another one than a prompt's.
 */
export function sayingMore(order: Order, classes: Class[][], means: Means): Order {
  const fps = says(order, ['fps', '24']) && saying(classes, ['fps', '24.0'])
  const isSmall = says(order, ['resolution', '"720p"'])
  const ratio = says(order, UPRIGHT)
    ? !isAnImage(order) && saying(classes, WIDE)
    : isSmall && !order.ratio && saying(classes, UPRIGHT)
  const depth = says(order, ['resolution', '"2k"'])
    ? saying(classes, ['bit_depth', '1e1'])
    : isSmall && middleOf(classes, means) && saying(classes, ['bit_depth', '10'])
  const duration = says(order, ['duration', '5']) && saying(classes, ['duration', '5.0'])
  const said = {
    ...order,
    ...(duration && { duration }),
    ...(fps && { fps }),
    ...(ratio && { ratio }),
    ...(depth && { bit_depth: depth }),
  }
  if (!isAnImage(order) || order.duration?.seconds !== FIELDS.duration.least || !mayLeaveOut('duration', classes))
    return said
  const { duration: _, ...byDefault } = said
  return byDefault
}

/** Of the one that has less than the depth by default, where there is a job for it. */
const middleOf = (classes: Class[][], { jobsAreBounded }: Means) =>
  jobsAreBounded ? undefined : saying(classes, ['resolution', '"1080p"'])

const isAnImage = ({ input }: Order) => input?.members.some(([name]) => JSON.parse(name) === 'image_url') === true

const mayLeaveOut = (place: Place, classes: Class[][]) =>
  classes.flat().some((each) => each.place === place && each.manners.length === 0)

/** What shows much beside the few orders that hold each class once, and costs little. */
export function cheapOnes(base: Order, classes: Class[][], means: Means): Order[] {
  const mannersOf = (place: Place, name: string) =>
    classes.flat().find((each) => each.place === place && each.name === name)?.manners ?? []
  const filled = (traits: readonly (Trait | undefined)[]): Order => ({
    ...base,
    ...Object.fromEntries(traits.flatMap((trait) => (trait ? [[trait.place, trait]] : []))),
  })
  const largest = classes.flat().findLast((each) => each.place === 'resolution' && each.manners.length > 0)
  const middle = middleOf(classes, means)
  // Less than the depth that it has by default.
  const shallow = [
    named(classes, PROMPT_OF_EMOJI),
    saying(classes, ['duration', `${FIELDS.duration.least}`]),
    saying(classes, ['fps', '60e0']),
    saying(classes, ['ratio', '"4:3"']),
    saying(classes, ['bit_depth', '8']),
  ]
  return [
    // What the largest has by default, with fractions: long enough to show a rate that was cut to a whole one. As wide as a
    // film where an image has taken that from another one, and upright otherwise.
    filled([
      mannersOf('model', 'another model')[1],
      named(classes, PROMPT_OF_ONE_LETTER),
      largest?.manners[0],
      saying(classes, means.imageUrl === undefined ? UPRIGHT : WIDE),
      saying(classes, ['duration', '2.5']),
      saying(classes, ['fps', '23.976']),
      extrasOf(means).find(({ name }) => name === IN_PIECES),
    ]),
    // Values as JSON may write them as well. Where a prompt is known to fail it is this one, of which there is no video to see.
    filled([
      mannersOf('model', 'first model')[2],
      named(classes, FAILING_PROMPT) ?? named(classes, PROMPT_OF_EMOJI),
      saying(classes, ['resolution', escaped('480p')], escaped('resolution')),
      saying(classes, ['duration', '1e0']),
      saying(classes, ['fps', '29.97']),
      saying(classes, ['ratio', '"1920:1080"']),
      saying(classes, ['bit_depth', '10.0']),
    ]),
    ...(middle ? [filled([middle, ...shallow])] : []),
  ]
}
