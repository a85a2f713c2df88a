import { isHostOfOnesOwn } from './image-host.ts'
import type { OracleContext, Reason } from './opinion.ts'
import { accept, leaveOpen, refuseOrLetTheJobFail, refuseWrongType } from './reasons.ts'
import { shown } from './shown.ts'

/** RFC 3986 in what matters: two slashes, a host at once, and no character that has to be escaped. */
const STRICT_HTTPS = /^https:\/\/(?![/?#])[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i
const BROKEN_ESCAPE = /%(?![\da-f]{2})/i

/** An image that stands alone. */
export function judgeImage(image: unknown, { images = [] }: OracleContext): Reason[] {
  if (typeof image !== 'string') return [refuseWrongType('image_url', image)]
  const url = URL.parse(image)
  if (url?.protocol !== 'https:' || url.hostname === '') {
    return [
      refuseOrLetTheJobFail(
        'submission.image-is-public-https',
        'image_url',
        `${shown(image)} is not an https URL with a host`,
      ),
    ]
  }
  if (images.includes(image)) {
    return [accept('submission.image-accepted', 'image_url', `${shown(image)} is known to work`)]
  }
  // Before the host: readers that disagree on the spelling may disagree on where it leads, too.
  if (!STRICT_HTTPS.test(image) || BROKEN_ESCAPE.test(image)) {
    const why = `only a lenient parser reads ${shown(image)} as an https URL`
    return [leaveOpen('image.lenient-spelling', 'image_url', why)]
  }
  if (isHostOfOnesOwn(url.hostname)) {
    return [refuseOrLetTheJobFail('submission.image-host-public', 'image_url', `${url.hostname} is not a public host`)]
  }
  return [leaveOpen('image.unreachable', 'image_url', `it is unknown whether ${shown(image)} can be fetched`)]
}
