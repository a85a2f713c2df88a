import type { Reason } from './opinion.ts'
import { accept, leaveOpen, refuse, refuseWrongType } from './reasons.ts'

const LONGEST_ORDINARY = 1000

/** The Braille blank, U+2800, is a symbol to Unicode, and to the eye nothing. */
const NOTHING_TO_SEE = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u

/** Code points that are no characters stand beside the controls: no text holds them. */
const NOT_TEXT = /[^\P{Cc}\n\r\t]|\p{Noncharacter_Code_Point}/u

/** Most prompts need no closer look: printable ASCII, and something to see in it. */
const PRINTABLE = /^[ -~]*$/
const TO_SEE = /[!-~]/

/** A prompt that stands alone. */
export function judgePrompt(prompt: unknown): Reason[] {
  if (typeof prompt !== 'string') return [refuseWrongType('prompt', prompt)]
  if (prompt === '') return [refuse('submission.empty-prompt-refused', 'prompt', 'the prompt is empty')]

  const ordinary = accept('submission.ordinary-text-accepted', 'prompt', 'the prompt is ordinary text')
  if (prompt.length <= LONGEST_ORDINARY && PRINTABLE.test(prompt) && TO_SEE.test(prompt)) return [ordinary]

  const unusual: Reason[] = []
  if (NOTHING_TO_SEE.test(prompt)) {
    unusual.push(leaveOpen('prompt.blank', 'prompt', 'the prompt has only white space or zero-width characters'))
  }
  if (prompt.length > LONGEST_ORDINARY && [...prompt].length > LONGEST_ORDINARY) {
    unusual.push(leaveOpen('prompt.very-long', 'prompt', `the prompt has more than ${LONGEST_ORDINARY} characters`))
  }
  if (NOT_TEXT.test(prompt)) {
    unusual.push(
      leaveOpen('prompt.control-characters', 'prompt', 'the prompt has a control character or a noncharacter'),
    )
  }
  if (!prompt.isWellFormed()) {
    unusual.push(leaveOpen('prompt.lone-surrogates', 'prompt', 'the prompt has half of a surrogate pair'))
  }
  if (unusual.length > 0) return unusual
  return [ordinary]
}
