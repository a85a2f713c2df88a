import { FIELDS } from '../../spec/words.ts'
import { extrasOf, IN_PIECES } from './classes.ts'
import type { Row } from './covering.ts'
import { FAILING_PROMPT } from './inputs.ts'
import type { Class, Means } from './means.ts'
import type { Order, Place, Trait } from './trait.ts'

/** The place of the input among the classes. */
const INPUT = 1

const UPRIGHT = 'ratio "9:16"'
/** As wide as a film. */
const WIDE = 'ratio "21:9"'

/**
 * A job from an image may have bounds of its own: where there are few orders, the one of everything at its largest is made
 * from an image, and so is the fourth.
 */
export function withImages(rows: Row[], classes: Class[][]): Row[] {
  const image = classes[INPUT]!.findIndex(({ name }) => name === 'image')
  if (image < 0) return rows
  return rows.map((row, index) => row.with(INPUT, index % 3 === 0 ? image : 0))
}

/** A manner of whichever class has one of the name. */
const named = (classes: Class[][], name: string): Trait | undefined =>
  classes.flat().flatMap(({ manners }) => manners.filter((each) => each.name === name))[0]

/**
 * What the few orders say at no cost: whole numbers of each field with a point and with an exponent, and that of the picture whose upright form
 * has an odd number of columns, which leaves its ratio out otherwise as the plainest one does, is upright; so the one that
 * holds the class of upright ones may be as wide as a film instead, unless it is made from an image. The picture of no
 * stated depth has the deeper one, and so has the small one, which the less deep is usual for, where a larger one asks for
 * that; and the second image has the length by default, which may be another one than a prompt's.
 */
export function sayingMore(order: Order, classes: Class[][], means: Means): Order {
  const fps = order.fps?.name === 'fps 24' && named(classes, 'fps 24.0')
  const ratio =
    order.ratio?.name === UPRIGHT
      ? !isAnImage(order) && named(classes, WIDE)
      : order.resolution?.name === 'resolution "720p"' && !order.ratio && named(classes, UPRIGHT)
  const depth =
    order.resolution?.name === 'resolution "2k"'
      ? named(classes, 'bit_depth 1e1')
      : order.resolution?.name === 'resolution "720p"' && middleOf(classes, means) && named(classes, 'bit_depth 10')
  const duration = order.duration?.name === 'duration 5' && named(classes, 'duration 5.0')
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
  jobsAreBounded ? undefined : named(classes, 'resolution "1080p"')

const isAnImage = ({ input }: Order) => input?.name.startsWith('an image') === true

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
    named(classes, 'a prompt of emoji alone'),
    named(classes, `duration ${FIELDS.duration.least}`),
    named(classes, 'fps 60e0'),
    named(classes, 'ratio "4:3"'),
    named(classes, 'bit_depth 8'),
  ]
  return [
    // What the largest has by default, with fractions: long enough to show a rate that was cut to a whole one. As wide as a
    // film where an image has taken that from another one, and upright otherwise.
    filled([
      mannersOf('model', 'another model')[1],
      named(classes, 'a prompt of one letter'),
      largest?.manners[0],
      named(classes, means.imageUrl === undefined ? UPRIGHT : WIDE),
      named(classes, 'duration 2.5'),
      named(classes, 'fps 23.976'),
      extrasOf(means).find(({ name }) => name === IN_PIECES),
    ]),
    // Values as JSON may write them as well. Where a prompt is known to fail it is this one, of which there is no video to see.
    filled([
      mannersOf('model', 'first model')[2],
      named(classes, FAILING_PROMPT) ?? named(classes, 'a prompt of emoji alone'),
      named(classes, 'resolution 480p in escapes'),
      named(classes, 'duration 1e0'),
      named(classes, 'fps 29.97'),
      named(classes, 'ratio "1920:1080"'),
      named(classes, 'bit_depth 10.0'),
    ]),
    ...(middle ? [filled([middle, ...shallow])] : []),
  ]
}
