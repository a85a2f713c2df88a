import { judgeImage } from './image.ts'
import type { OracleContext, Reason } from './opinion.ts'
import { judgePrompt } from './prompt.ts'
import { leaveNullOpen, leaveOpen, refuse } from './reasons.ts'

/** §4 rule 1 asks for one of the two, and rule 2 leaves open what both together do. */
export function judgePromptAndImage(prompt: unknown, image: unknown, context: OracleContext): Reason[] {
  const promptGiven = isGiven(prompt)
  const imageGiven = isGiven(image)
  if (prompt === '' && imageGiven) return besideAnEmptyPrompt(judgeImage(image, context))
  if (promptGiven && imageGiven)
    return [leaveOpen('prompt.with-image', 'prompt', 'prompt and image_url are both given')]
  if (promptGiven) return [...judgePrompt(prompt), ...(image === null ? [leaveNullOpen('image_url')] : [])]
  if (imageGiven) return [...judgeImage(image, context), ...(prompt === null ? [leaveNullOpen('prompt')] : [])]
  return [refuse('submission.prompt-or-image-required', 'prompt', 'prompt and image_url are both missing')]
}

/** An empty prompt supplies nothing, so a bad image stands alone; whether a good one may have it beside it is open. */
function besideAnEmptyPrompt(ofImage: Reason[]): Reason[] {
  if (ofImage.some(({ verdict }) => verdict === 'refuse')) return ofImage
  return [leaveOpen('prompt.with-image', 'prompt', 'prompt is empty and image_url is given')]
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
