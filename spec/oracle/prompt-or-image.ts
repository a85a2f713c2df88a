import { isHostOfOnesOwn } from './image-host.ts'
import {
  accept,
  leaveNullOpen,
  leaveOpen,
  type OracleContext,
  type Reason,
  refuse,
  refuseOrLetTheJobFail,
  refuseWrongType,
  shown,
} from './opinion.ts'

/** §4 rule 1 requires one of the two, and rule 2 leaves open what both together do. */
export function judgePromptAndImage(prompt: unknown, image: unknown, context: OracleContext): Reason[] {
  const hasPrompt = prompt !== undefined && prompt !== null
  const hasImage = image !== undefined && image !== null
  if (hasPrompt && hasImage) {
    // An empty prompt supplies nothing, so an invalid image stands alone.
    const ofImage = prompt === '' ? judgeImage(image, context) : undefined
    if (ofImage?.verdict === 'refuse') return [ofImage]
    const given = ofImage ? 'prompt is empty and image_url is given' : 'prompt and image_url are both given'
    return [leaveOpen('prompt.with-image', 'prompt', given)]
  }
  if (hasPrompt) return [...judgePrompt(prompt), ...(image === null ? [leaveNullOpen('image_url')] : [])]
  if (hasImage) return [judgeImage(image, context), ...(prompt === null ? [leaveNullOpen('prompt')] : [])]
  return [refuse('submission.prompt-or-image-required', 'prompt', 'prompt and image_url are both missing')]
}

const LONGEST_ORDINARY = 1000

/** Unicode calls the Braille blank, U+2800, a symbol. */
const NOTHING_TO_SEE = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u

const NOT_TEXT = /[^\P{Cc}\n\r\t]|\p{Noncharacter_Code_Point}/u

/** A fast path for most prompts: printable ASCII with a visible character. */
const PRINTABLE = /^[ -~]*$/
const TO_SEE = /[!-~]/

function judgePrompt(prompt: unknown): Reason[] {
  if (typeof prompt !== 'string') return [refuseWrongType('prompt', prompt)]
  if (prompt === '') return [refuse('submission.empty-prompt-refused', 'prompt', 'the prompt is empty')]

  const ordinary = accept('submission.ordinary-text-accepted', 'prompt', 'the prompt is ordinary text')
  if (prompt.length <= LONGEST_ORDINARY && PRINTABLE.test(prompt) && TO_SEE.test(prompt)) return [ordinary]

  const unusual = [
    NOTHING_TO_SEE.test(prompt) &&
      leaveOpen('prompt.blank', 'prompt', 'the prompt has only white space or zero-width characters'),
    prompt.length > LONGEST_ORDINARY &&
      [...prompt].length > LONGEST_ORDINARY &&
      leaveOpen('prompt.very-long', 'prompt', `the prompt has more than ${LONGEST_ORDINARY} characters`),
    NOT_TEXT.test(prompt) &&
      leaveOpen('prompt.control-characters', 'prompt', 'the prompt has a control character or a noncharacter'),
    !prompt.isWellFormed() && leaveOpen('prompt.lone-surrogates', 'prompt', 'the prompt has half of a surrogate pair'),
  ].filter((reason) => reason !== false)
  return unusual.length > 0 ? unusual : [ordinary]
}

/** The relevant part of RFC 3986: two slashes, a host, and no character that has to be escaped. */
const STRICT_HTTPS = /^https:\/\/(?![/?#])[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i
const BROKEN_ESCAPE = /%(?![\da-f]{2})/i

function judgeImage(image: unknown, { images = [] }: OracleContext): Reason {
  if (typeof image !== 'string') return refuseWrongType('image_url', image)
  const url = URL.parse(image)
  if (url?.protocol !== 'https:' || url.hostname === '') {
    const why = `${shown(image)} is not an https URL with a host`
    return refuseOrLetTheJobFail('submission.image-is-public-https', 'image_url', why)
  }
  if (images.includes(image)) {
    return accept('submission.image-accepted', 'image_url', `${shown(image)} is known to work`)
  }
  // Before the host: parsers that disagree on the spelling may disagree on the host too.
  if (!STRICT_HTTPS.test(image) || BROKEN_ESCAPE.test(image)) {
    const why = `only a lenient parser reads ${shown(image)} as an https URL`
    return leaveOpen('image.lenient-spelling', 'image_url', why)
  }
  if (isHostOfOnesOwn(url.hostname)) {
    return refuseOrLetTheJobFail('submission.image-host-public', 'image_url', `${url.hostname} is not a public host`)
  }
  return leaveOpen('image.unreachable', 'image_url', `it is unknown whether ${shown(image)} can be fetched`)
}
