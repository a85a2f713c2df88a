import type { ClauseId } from '../../spec/clauses.ts'
import type { Class, Means } from './means.ts'
import { escaped, member, type Trait } from './trait.ts'

const SPELLING: ClauseId = 'submission.string-spellings-accepted'
const INSIDE: ClauseId = 'submission.accepted-with-202'
const TEXT: ClauseId = 'submission.ordinary-text-accepted'

const ofWords = (what: string) => `a prompt of ${what}`

const ONE_LETTER = 'one letter'
const EMOJI_ALONE = 'only emoji'
export const PROMPT_OF_ONE_LETTER = ofWords(ONE_LETTER)
export const PROMPT_OF_EMOJI = ofWords(EMOJI_ALONE)
export const PLAIN_PROMPT = 'a plain prompt'

/** The name of the class of images. */
export const IMAGE = 'image'

/** The most telling first: not every profile gets through all of them. */
const TEXTS: readonly (readonly [what: string, text: string])[] = [
  [
    'several lines, quotes, symbols, emoji and bidirectional text',
    'She said "cut",\nhe didn\'t: <50% & {calm} \\ fin.\tUne e\u0301cole, ein Käfer, 𝒜 一只纸船\r\nשלום مركب صغير\r\n🐕‍🦺🌊',
  ],
  [ONE_LETTER, 'x'],
  [EMOJI_ALONE, '🐕‍🦺🌊'],
  ['line breaks and quotes', 'She said "cut",\nhe said \'action\'.\r\n\tThe end \\ fin.'],
  ['many scripts, none of them Latin', '一只纸船; бумажный кораблик; เรือกระดาษ; काग़ज़ की नाव; 𠜎'],
  ['a zero', '0'],
  ['a reserved word', 'null'],
  [
    'a paragraph with markup and code',
    '<b>bold</b> & {"json": true} %s $HOME -- ; DROP TABLE videos. '.repeat(9).trim(),
  ],
]

const texts: Trait[] = TEXTS.map(([what, text]) => ({
  name: ofWords(what),
  place: 'input',
  members: [member('prompt', JSON.stringify(text))],
  clause: TEXT,
}))

export function inputs({ imageUrl, failingPrompt, prompt }: Means): Class[] {
  const prompts: Trait[] = [
    ...texts.slice(0, 1),
    {
      // Beyond the basic plane, too, which takes two escapes for one character.
      name: 'a prompt with escapes in key and value',
      place: 'input',
      members: [[escaped('prompt'), `${escaped(prompt).slice(0, -1)} \\/ \\ud83c\\udfac \\u00e9t\\u00e9"`]],
      clause: SPELLING,
    },
    ...(failingPrompt === undefined ? [] : [failing(failingPrompt)]),
    ...texts.slice(1),
    { name: PLAIN_PROMPT, place: 'input', members: [member('prompt', JSON.stringify(prompt))], clause: INSIDE },
  ]
  const images: Trait[] = imageUrl === undefined ? [] : imagesOf(imageUrl)
  return [
    { name: 'prompt', place: 'input', manners: prompts },
    ...(images.length === 0 ? [] : [{ name: IMAGE, place: 'input' as const, manners: images }]),
  ]
}

export const FAILING_PROMPT = 'the prompt in GATECHECK_FAILING_PROMPT'

/** The user says that this prompt fails; the specification says that it is accepted. */
const failing = (text: string): Trait => ({
  name: FAILING_PROMPT,
  place: 'input',
  members: [member('prompt', JSON.stringify(text))],
  clause: TEXT,
})

function imagesOf(address: string): Trait[] {
  const slashes = escaped(address).replaceAll('/', '\\/')
  return [
    {
      name: 'an image',
      place: 'input',
      members: [member('image_url', JSON.stringify(address))],
      clause: 'submission.image-accepted',
    },
    {
      name: 'an image with escapes',
      place: 'input',
      members: [[escaped('image_url'), slashes]],
      clause: SPELLING,
    },
  ]
}
